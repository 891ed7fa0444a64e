namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Receives events of activities. The runtime calls the listener from the queue of the instance.</summary>
/// <typeparam name="T">The type of the event's arguments.</typeparam>
public interface IActivityEventListener<in T>
    where T : EventArgs
{
    /// <summary>Handles the event. An exception faults the activity that subscribed.</summary>
    /// <param name="sender">The <see cref="ActivityExecutionContext"/> of the activity that subscribed.</param>
    /// <param name="e">The arguments.</param>
    void OnEvent(object sender, T e);
}
