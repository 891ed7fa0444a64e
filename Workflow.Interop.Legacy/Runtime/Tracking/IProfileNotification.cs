namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A tracking service whose profiles change while the runtime is started implements it. Instances that exist keep their profiles.</summary>
public interface IProfileNotification
{
    /// <summary>A workflow is not tracked any more.</summary>
    event EventHandler<ProfileRemovedEventArgs>? ProfileRemoved;

    /// <summary>A workflow has a new profile.</summary>
    event EventHandler<ProfileUpdatedEventArgs>? ProfileUpdated;
}

/// <summary>A workflow is not tracked any more.</summary>
public sealed class ProfileRemovedEventArgs : EventArgs
{
    /// <summary>Makes one without a workflow, which has to be set.</summary>
    public ProfileRemovedEventArgs()
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="workflowType">The workflow.</param>
    public ProfileRemovedEventArgs(Type workflowType) => WorkflowType = workflowType;

    /// <summary>The workflow.</summary>
    public Type? WorkflowType { get; set; }
}

/// <summary>A workflow has a new profile.</summary>
public sealed class ProfileUpdatedEventArgs : EventArgs
{
    /// <summary>Makes one without a workflow and a profile, which have to be set.</summary>
    public ProfileUpdatedEventArgs()
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="workflowType">The workflow.</param>
    /// <param name="profile">The profile.</param>
    public ProfileUpdatedEventArgs(Type workflowType, TrackingProfile profile)
    {
        WorkflowType = workflowType;
        TrackingProfile = profile;
    }

    /// <summary>The workflow.</summary>
    public Type? WorkflowType { get; set; }

    /// <summary>The profile.</summary>
    public TrackingProfile? TrackingProfile { get; set; }
}

/// <summary>The profiles that runtimes keep.</summary>
public static class TrackingProfileCache
{
    private static int s_generation;

    /// <summary>Changes with each <see cref="Clear"/>.</summary>
    internal static int Generation => Volatile.Read(ref s_generation);

    /// <summary>Makes all runtimes of the process ask their services again. Instances that exist keep their profiles.</summary>
    public static void Clear() => Interlocked.Increment(ref s_generation);
}
