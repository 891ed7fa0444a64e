using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>
/// Runs children without the queue where nothing can see the difference. The engine is complete without it; it has one only while every signal may be
/// <see cref="Signals.None"/>. docs/inline-execution.md says when it acts and what it leaves behind.
/// </summary>
internal abstract class InlineExecution
{
    /// <summary>Runs the item that starts an activity instance while there is no signal, and what follows from it, as far as possible. Nothing is thrown.</summary>
    public abstract void Start(Frame frame);

    /// <summary>Continues after an item that ended without an exception while there was no signal, as far as possible. Nothing is thrown.</summary>
    public abstract void Continue(Frame frame);

    /// <summary>A frame for a child that begins and ends before anything else can happen; null: it needs an ordinary one.</summary>
    public abstract Frame? TryBorrow(Frame parent, ActivityPlan plan);

    /// <summary>Makes a borrowed frame that something has interrupted an ordinary, linked activity instance.</summary>
    public abstract void Promote(Frame borrowed);

    /// <summary>Begins the body of a native activity whose children this layer may run; false: its own methods do.</summary>
    public abstract bool TryBegin(Frame frame, ActivityPlan plan);

    /// <summary>A child of an activity that was begun here has completed as an ordinary activity instance.</summary>
    public abstract void TakeResult(Frame parent, Frame child);

    /// <summary>Schedules the next child of an activity that was begun here, as its own methods would have done in the item that ends now.</summary>
    public abstract void ScheduleNext(Frame frame);

    /// <summary>Drops all references to the instance, which leaves the executor.</summary>
    public abstract void Leave();
}
