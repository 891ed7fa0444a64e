namespace Workflow;

/// <summary>The context of an <c>Abort</c> override.</summary>
public sealed class NativeActivityAbortContext : ActivityContext
{
    private readonly Exception? _reason;

    internal NativeActivityAbortContext(ActivityInstance instance, Exception? reason)
        : base(instance) => _reason = reason;

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
