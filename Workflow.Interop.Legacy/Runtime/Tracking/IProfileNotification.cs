namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The interface of tracking services whose profiles change while the runtime is started. Existing instances keep their profiles.</summary>
public interface IProfileNotification
{
    /// <summary>Occurs when a workflow is no longer tracked.</summary>
    event EventHandler<ProfileRemovedEventArgs>? ProfileRemoved;

    /// <summary>Occurs when a workflow has a new profile.</summary>
    event EventHandler<ProfileUpdatedEventArgs>? ProfileUpdated;
}

/// <summary>The data of the event <see cref="IProfileNotification.ProfileRemoved"/>.</summary>
public sealed class ProfileRemovedEventArgs : EventArgs
{
    /// <summary>Creates an object without a workflow. Set <see cref="WorkflowType"/>.</summary>
    public ProfileRemovedEventArgs()
    {
    }

    /// <summary>Creates an object for a workflow.</summary>
    /// <param name="workflowType">The type of the workflow.</param>
    public ProfileRemovedEventArgs(Type workflowType) => WorkflowType = workflowType;

    /// <summary>The type of the workflow.</summary>
    public Type? WorkflowType { get; set; }
}

/// <summary>The data of the event <see cref="IProfileNotification.ProfileUpdated"/>.</summary>
public sealed class ProfileUpdatedEventArgs : EventArgs
{
    /// <summary>Creates an object without a workflow and a profile. Set both properties.</summary>
    public ProfileUpdatedEventArgs()
    {
    }

    /// <summary>Creates an object for a workflow and its profile.</summary>
    /// <param name="workflowType">The type of the workflow.</param>
    /// <param name="profile">The profile.</param>
    public ProfileUpdatedEventArgs(Type workflowType, TrackingProfile profile)
    {
        WorkflowType = workflowType;
        TrackingProfile = profile;
    }

    /// <summary>The type of the workflow.</summary>
    public Type? WorkflowType { get; set; }

    /// <summary>The profile.</summary>
    public TrackingProfile? TrackingProfile { get; set; }
}

/// <summary>The profiles that the runtimes of the process cache.</summary>
public static class TrackingProfileCache
{
    private static int s_generation;

    /// <summary>A number that changes with each <see cref="Clear"/>.</summary>
    internal static int Generation => Volatile.Read(ref s_generation);

    /// <summary>Makes all runtimes of the process ask their services for profiles again. Existing instances keep their profiles.</summary>
    public static void Clear() => Interlocked.Increment(ref s_generation);
}
