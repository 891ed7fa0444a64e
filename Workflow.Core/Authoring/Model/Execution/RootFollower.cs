namespace Workflow;

/// <summary>
/// What is still to be done when the root has ended (rule 11.1): asked each time that nothing is queued and no secondary root
/// runs, until it has nothing more. One object an instance, put there by the activities that need it.
/// </summary>
internal abstract class RootFollower
{
    /// <summary>Schedules what comes next; false: nothing, and the workflow completes.</summary>
    public abstract bool Continue(ExecutionPort port, ActivityInstance root);
}
