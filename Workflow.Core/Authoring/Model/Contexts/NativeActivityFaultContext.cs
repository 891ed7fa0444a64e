namespace Workflow;

/// <summary>The context of a fault callback.</summary>
public sealed class NativeActivityFaultContext : NativeActivityContext
{
    internal NativeActivityFaultContext(ExecutionPort port, ActivityInstance instance, ActivityInstance source)
        : base(port, instance) => Source = source;

    /// <summary>The instance whose code threw the exception.</summary>
    internal ActivityInstance Source { get; }

    internal bool IsHandled { get; private set; }

    /// <summary>The instance is not saved while this callback runs (rule 5.7).</summary>
    internal bool IsUnsaved { get; init; }

    /// <summary>If so, it is not saved until this activity is done either.</summary>
    internal void StayUnsaved()
    {
        if (IsUnsaved)
        {
            EnterNoPersist(Instance);
        }
    }

    /// <summary>Ends the propagation; without it the exception goes on upwards when the callback returns (rule 5.4).</summary>
    public void HandleFault()
    {
        ThrowIfDisposed();
        IsHandled = true;
    }
}
