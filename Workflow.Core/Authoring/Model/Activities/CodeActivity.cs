namespace Workflow;

/// <summary>An activity whose work is one synchronous method.</summary>
public abstract class CodeActivity : Activity
{
    /// <summary>Initializes a code activity.</summary>
    protected CodeActivity()
    {
    }

    /// <summary>Not used by a code activity: its work is <see cref="Execute"/>.</summary>
    protected sealed override Func<Activity>? Implementation
    {
        get => null;
        set => throw new NotSupportedException("A code activity has no implementation; derive from Activity to compose others.");
    }

    /// <summary>Does the work. Called on the thread of the instance after the evaluation of the arguments.</summary>
    /// <param name="context">Reads and writes the activity's arguments; not usable after the method has returned (rule 1.11).</param>
    protected abstract void Execute(CodeActivityContext context);

    /// <summary>Not used by a code activity.</summary>
    /// <param name="metadata">Collects the declarations.</param>
    protected sealed override void CacheMetadata(ActivityMetadata metadata) => throw new NotSupportedException();

    /// <summary>Declares the arguments. The default declares those in the public properties (rule 12.7).</summary>
    /// <param name="metadata">Collects the declarations.</param>
    protected virtual void CacheMetadata(CodeActivityMetadata metadata) => metadata.Declaration.Reflect(this, ReflectedParts.Arguments);

    internal sealed override ActivityKind Kind => ActivityKind.Code;

    internal sealed override void Declare(ActivityDeclaration declaration) => CacheMetadata(new CodeActivityMetadata(declaration));

    internal sealed override void RunCode(CodeActivityContext context, Location? result) => Execute(context);
}
