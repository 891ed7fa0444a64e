namespace Workflow;

/// <summary>What the engine needs of an asynchronous activity, with or without a result.</summary>
internal interface IAsyncCodeActivity
{
    /// <summary>Starts the operation; the task ends with it.</summary>
    Task Start(AsyncCodeActivityContext context, CancellationToken cancellationToken);

    /// <summary>Called on the instance's thread when the operation's task succeeded: takes the result.</summary>
    void End(AsyncCodeActivityContext context, Task operation, Location? result);

    void RunCancel(AsyncCodeActivityContext context);
}

/// <summary>An activity whose work is one asynchronous operation; no thread is held while it is outstanding.</summary>
/// <remarks>
/// Override <see cref="ExecuteAsync"/>. An activity written for WF4 that overrides <see cref="BeginExecute"/> and
/// <see cref="EndExecute"/> works as it is: the default <see cref="ExecuteAsync"/> calls that pair.
/// </remarks>
public abstract class AsyncCodeActivity : Activity, IAsyncCodeActivity
{
    /// <summary>Initializes the base of an asynchronous activity.</summary>
    protected AsyncCodeActivity()
    {
    }

    /// <summary>Not used by an asynchronous activity: its work is <see cref="ExecuteAsync"/>.</summary>
    protected sealed override Func<Activity>? Implementation
    {
        get => null;
        set => throw new NotSupportedException("An asynchronous activity has no implementation; derive from Activity to compose others.");
    }

    /// <summary>Starts the operation.</summary>
    /// <param name="context">
    /// Usable until the operation ended, also after an await. What is written to out and in-out arguments meanwhile reaches
    /// the bound locations when the operation ended.
    /// </param>
    /// <param name="cancellationToken">Canceled when the activity is asked to cancel and when the workflow aborts or terminates.</param>
    /// <returns>The operation. When it ends canceled after a cancel request, so does the activity; when it fails, the activity faults with its exception.</returns>
    protected virtual Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.BeginEnd(BeginExecute, EndExecute);
    }

    /// <summary>Starts the operation in the style of WF4.</summary>
    /// <param name="context">Reads and writes the activity's arguments.</param>
    /// <param name="callback">To be called once the operation ended.</param>
    /// <param name="state">To be returned by the result's <see cref="IAsyncResult.AsyncState"/>.</param>
    /// <returns>The outstanding operation.</returns>
    protected virtual IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state) =>
        throw new InvalidOperationException($"'{DisplayName}' overrides neither ExecuteAsync nor BeginExecute; override one of them.");

    /// <summary>Ends the operation in the style of WF4; called on the instance's thread.</summary>
    /// <param name="context">Reads and writes the activity's arguments.</param>
    /// <param name="result">What <see cref="BeginExecute"/> returned.</param>
    protected virtual void EndExecute(AsyncCodeActivityContext context, IAsyncResult result) =>
        throw new InvalidOperationException($"'{DisplayName}' overrides BeginExecute but not EndExecute; override both.");

    /// <summary>Called once when the activity is asked to cancel, aborts or terminates (rule 3.4); does nothing by default.</summary>
    /// <param name="context">Marks the activity as canceled.</param>
    protected virtual void Cancel(AsyncCodeActivityContext context)
    {
    }

    /// <summary>Not used by an asynchronous activity.</summary>
    /// <param name="metadata">Takes the declarations.</param>
    protected sealed override void CacheMetadata(ActivityMetadata metadata) => throw new NotSupportedException();

    /// <summary>Declares the arguments; by default those that the public properties hold (rule 12.7).</summary>
    /// <param name="metadata">Takes the declarations.</param>
    protected virtual void CacheMetadata(CodeActivityMetadata metadata) => metadata.Declaration.Reflect(this, ReflectedParts.Arguments);

    internal sealed override ActivityKind Kind => ActivityKind.Asynchronous;

    internal sealed override void Declare(ActivityDeclaration declaration) => CacheMetadata(new CodeActivityMetadata(declaration));

    Task IAsyncCodeActivity.Start(AsyncCodeActivityContext context, CancellationToken cancellationToken) => ExecuteAsync(context, cancellationToken);

    void IAsyncCodeActivity.End(AsyncCodeActivityContext context, Task operation, Location? result) => context.EndPair();

    void IAsyncCodeActivity.RunCancel(AsyncCodeActivityContext context) => Cancel(context);
}
