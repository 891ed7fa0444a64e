namespace Workflow;

/// <summary>An activity whose work is one synchronous method that returns a value.</summary>
/// <typeparam name="TResult">The type of the value.</typeparam>
public abstract class CodeActivity<TResult> : Activity<TResult>
{
    /// <summary>Initializes a code activity with a result.</summary>
    protected CodeActivity()
    {
    }

    /// <summary>Not used by a code activity: its work is <see cref="Execute"/>.</summary>
    protected sealed override Func<Activity>? Implementation
    {
        get => null;
        set => throw new NotSupportedException("A code activity has no implementation; derive from Activity<TResult> to compose others.");
    }

    /// <summary>Does the work and returns the result. Called on the thread of the instance after the evaluation of the arguments.</summary>
    /// <param name="context">Reads and writes the activity's arguments; not usable after the method has returned (rule 1.11).</param>
    /// <returns>The value of <see cref="Activity{TResult}.Result"/>; it is set after this method has returned.</returns>
    protected abstract TResult Execute(CodeActivityContext context);

    /// <summary>Not used by a code activity.</summary>
    /// <param name="metadata">Collects the declarations.</param>
    protected sealed override void CacheMetadata(ActivityMetadata metadata) => throw new NotSupportedException();

    /// <summary>Declares the arguments. The default declares those in the public properties (rule 12.7). The result is always declared.</summary>
    /// <param name="metadata">Collects the declarations.</param>
    protected virtual void CacheMetadata(CodeActivityMetadata metadata) => metadata.Declaration.Reflect(this, ReflectedParts.Arguments);

    internal sealed override ActivityKind Kind => ActivityKind.CodeWithResult;

    internal sealed override void Declare(ActivityDeclaration declaration) => CacheMetadata(new CodeActivityMetadata(declaration));

    internal sealed override void RunCode(CodeActivityContext context, Location? result)
    {
        TResult value = Execute(context);
        if (result is not null)
        {
            Location<TResult>.OwnSlot(result).Value = value;
        }
    }
}
