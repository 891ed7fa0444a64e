using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>How the clones of a <see cref="ReplicatorActivity"/> run.</summary>
public enum ExecutionType
{
    /// <summary>One after the other.</summary>
    Sequence,

    /// <summary>At the same time: their steps take turns on one thread.</summary>
    Parallel,
}

/// <summary>A clone of a <see cref="ReplicatorActivity"/> and its data.</summary>
[Serializable]
public sealed class ReplicatorChildEventArgs : EventArgs
{
    /// <summary>Makes arguments.</summary>
    /// <param name="instanceData">The data.</param>
    /// <param name="activity">The clone.</param>
    public ReplicatorChildEventArgs(object? instanceData, Activity activity)
    {
        InstanceData = instanceData;
        Activity = activity;
    }

    /// <summary>The data for which the clone runs.</summary>
    public object? InstanceData { get; }

    /// <summary>The clone.</summary>
    public Activity Activity { get; }
}
