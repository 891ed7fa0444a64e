namespace Workflow;

/// <summary>The context of a fault callback.</summary>
public sealed class NativeActivityFaultContext : NativeActivityContext
{
    internal NativeActivityFaultContext(ActivityInstance instance, ActivityInstance source)
        : base(instance) => Source = source;

    /// <summary>The instance whose code threw the exception.</summary>
    internal ActivityInstance Source { get; }

    internal bool IsHandled { get; private set; }

    /// <summary>True if the instance cannot be saved while this callback runs (rule 5.7).</summary>
    internal bool IsUnsaved { get; init; }

    /// <summary>If the instance cannot be saved while this callback runs, prevents saves until this activity has completed.</summary>
    internal void StayUnsaved()
    {
        if (IsUnsaved)
        {
            EnterNoPersist(Instance);
        }
    }

    /// <summary>Ends the propagation. Without this call, the exception propagates to the parent when the callback returns (rule 5.4).</summary>
    public void HandleFault()
    {
        ThrowIfDisposed();
        IsHandled = true;
    }
}
