namespace Workflow.Hosting;

/// <summary>
/// The state of each post by which a <see cref="WorkflowApplication"/> or an asynchronous invocation continues its instance in a
/// <see cref="SynchronizationContext"/>. A context that treats the work of instances differently from other posts, such as the continuations of asynchronous
/// activities, recognizes it by this type.
/// </summary>
/// <remarks>
/// The context must invoke the callback of the post once, with this object. The object has no members; only the library creates it. Thread-safe.
/// </remarks>
public abstract class WorkflowTurn
{
    private protected WorkflowTurn()
    {
    }
}
