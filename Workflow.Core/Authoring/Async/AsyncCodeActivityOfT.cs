namespace Workflow;

/// <summary>An activity whose work is one asynchronous operation with a result. It uses no thread while the operation runs.</summary>
/// <remarks>
/// Override <see cref="ExecuteAsync"/>. An activity written for WF4 that overrides <see cref="BeginExecute"/> and
/// <see cref="EndExecute"/> works unchanged: the default <see cref="ExecuteAsync"/> calls these methods.
/// </remarks>
/// <typeparam name="TResult">The type of the result.</typeparam>
public abstract class AsyncCodeActivity<TResult> : Activity<TResult>, IAsyncCodeActivity
{
    /// <summary>Initializes an asynchronous activity with a result.</summary>
    protected AsyncCodeActivity()
    {
    }

    /// <summary>Not used by an asynchronous activity: its work is <see cref="ExecuteAsync"/>.</summary>
    protected sealed override Func<Activity>? Implementation
    {
        get => null;
        set => throw new NotSupportedException("An asynchronous activity has no implementation; derive from Activity<TResult> to compose others.");
    }

    /// <summary>Starts the operation.</summary>
    /// <param name="context">
    /// The context, which is usable until the operation has ended, also after an await. Values that are written to out and in-out arguments reach the
    /// bound locations when the operation has ended.
    /// </param>
    /// <param name="cancellationToken">
    /// Canceled when the cancellation of the activity is requested, when the workflow is aborted or terminated, and when the application stops (rule 7.7.1).
    /// </param>
    /// <returns>
    /// The operation. If it is canceled after a cancel request, the activity is canceled. If it fails, the activity faults with the exception of the task.
    /// </returns>
    protected virtual Task<TResult> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.BeginEnd(BeginExecute, EndExecute);
    }

    /// <summary>Starts the operation in the style of WF4.</summary>
    /// <param name="context">The context, which reads and writes the activity's arguments.</param>
    /// <param name="callback">The method to call when the operation has ended.</param>
    /// <param name="state">The value that <see cref="IAsyncResult.AsyncState"/> of the result must have.</param>
    /// <returns>The outstanding operation.</returns>
    protected virtual IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state) =>
        throw new InvalidOperationException($"'{DisplayName}' overrides neither ExecuteAsync nor BeginExecute; override one of them.");

    /// <summary>Ends the operation in the style of WF4. Called on the instance's thread.</summary>
    /// <param name="context">The context, which reads and writes the activity's arguments.</param>
    /// <param name="result">The result of <see cref="BeginExecute"/>.</param>
    /// <returns>The value of <see cref="Activity{TResult}.Result"/>.</returns>
    protected virtual TResult EndExecute(AsyncCodeActivityContext context, IAsyncResult result) =>
        throw new InvalidOperationException($"'{DisplayName}' overrides BeginExecute but not EndExecute; override both.");

    /// <summary>
    /// Called once when the cancellation of the activity is requested, or when the activity is aborted or terminated (rule 3.4). The default does nothing.
    /// </summary>
    /// <param name="context">The context, which can mark the activity as canceled.</param>
    protected virtual void Cancel(AsyncCodeActivityContext context)
    {
    }

    /// <summary>Not used by an asynchronous activity.</summary>
    /// <param name="metadata">Collects the declarations.</param>
    protected sealed override void CacheMetadata(ActivityMetadata metadata) => throw new NotSupportedException();

    /// <summary>Declares the arguments. The default declares those in the public properties (rule 12.7).</summary>
    /// <param name="metadata">Collects the declarations.</param>
    protected virtual void CacheMetadata(CodeActivityMetadata metadata) => metadata.Declaration.Reflect(this, ReflectedParts.Arguments);

    internal sealed override ActivityKind Kind => ActivityKind.Asynchronous;

    internal sealed override void Declare(ActivityDeclaration declaration) => CacheMetadata(new CodeActivityMetadata(declaration));

    Task IAsyncCodeActivity.Start(AsyncCodeActivityContext context, CancellationToken cancellationToken) => ExecuteAsync(context, cancellationToken);

    void IAsyncCodeActivity.End(AsyncCodeActivityContext context, Task operation, Location? result)
    {
        TResult value = context.EndPair((Task<TResult>)operation);
        if (result is not null)
        {
            Location<TResult>.Write(result, value);
        }
    }

    void IAsyncCodeActivity.RunCancel(AsyncCodeActivityContext context) => Cancel(context);
}
