using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The modes in which the clones of a <see cref="ReplicatorActivity"/> run.</summary>
public enum ExecutionType
{
    /// <summary>The clones run one after the other.</summary>
    Sequence,

    /// <summary>The clones run concurrently: their steps are interleaved on one thread.</summary>
    Parallel,
}

/// <summary>The event data for a clone of a <see cref="ReplicatorActivity"/>.</summary>
[Serializable]
public sealed class ReplicatorChildEventArgs : EventArgs
{
    /// <summary>Creates event data.</summary>
    /// <param name="instanceData">The data item of the clone.</param>
    /// <param name="activity">The clone.</param>
    public ReplicatorChildEventArgs(object? instanceData, Activity activity)
    {
        InstanceData = instanceData;
        Activity = activity;
    }

    /// <summary>The data item for which the clone runs.</summary>
    public object? InstanceData { get; }

    /// <summary>The clone.</summary>
    public Activity Activity { get; }
}
