namespace Workflow;

/// <summary>The context of an <c>Abort</c> override.</summary>
public sealed class NativeActivityAbortContext : ActivityContext
{
    private readonly Exception? _reason;

    internal NativeActivityAbortContext(ExecutionPort port, ActivityInstance instance, Exception? reason)
        : base(port, instance) => _reason = reason;

    /// <summary>The exception that ends the activity; null if there is none.</summary>
    public Exception? Reason
    {
        get
        {
            ThrowIfDisposed();
            return _reason;
        }
    }
}
