using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>
/// Runs children without the queue while nothing can observe the difference. The engine is complete without this layer: while a signal is raised, every item
/// goes through the queue. docs/contribute/inline-execution.md describes when the layer acts, and in which state it leaves an instance.
/// </summary>
internal abstract class InlineExecution
{
    /// <summary>
    /// Runs the item that starts an activity instance while no signal is raised, and then, as far as possible, the work that follows. Never throws.
    /// </summary>
    public abstract void Start(Frame frame);

    /// <summary>Continues, as far as possible, after an item that ended without an exception while no signal was raised. Never throws.</summary>
    public abstract void Continue(Frame frame);

    /// <summary>Returns a frame for a child that begins and ends before anything else can happen; null if the child needs an ordinary frame.</summary>
    public abstract Frame? TryTakeInlineFrame(Frame parent, ActivityPlan plan);

    /// <summary>Makes an inline frame that was interrupted an ordinary activity instance, which is linked to its parent.</summary>
    public abstract void Materialize(Frame inlineFrame);

    /// <summary>Begins the body of a native activity whose children this layer may run. Returns false if the activity's own methods must run it.</summary>
    public abstract bool TryBegin(Frame frame, ActivityPlan plan);

    /// <summary>Takes the result of a child that has completed as an ordinary activity instance, for a parent that this layer began.</summary>
    public abstract void TakeResult(Frame parent, Frame child);

    /// <summary>
    /// Schedules the next child of an activity that this layer began, as the activity's own methods would have done in the item that ends now.
    /// </summary>
    public abstract void ScheduleNext(Frame frame);

    /// <summary>Drops all references to the instance, which leaves the executor.</summary>
    public abstract void Leave();
}
