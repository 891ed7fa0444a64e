namespace Workflow;

/// <summary>
/// The work after the end of the root (rule 11.1). The engine calls it when no work is queued and no secondary root runs, until it has no more work.
/// There is one object for each instance, set by the activities that need it.
/// </summary>
internal abstract class RootContinuation
{
    /// <summary>Schedules the next work. Returns false if there is none, so that the workflow completes.</summary>
    public abstract bool Continue(ActivityInstance root);
}
