using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>A sequence whose first child is an <see cref="IEventActivity"/>. The parent runs the sequence when the event of that child has arrived.</summary>
public class EventDrivenActivity : SequenceActivity
{
    /// <summary>Creates an activity without children.</summary>
    public EventDrivenActivity()
    {
    }

    /// <summary>Creates an activity without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public EventDrivenActivity(string name)
        : base(name)
    {
    }

    /// <summary>The first enabled child; null if there is none, or if it does not wait for an event.</summary>
    public IEventActivity? EventActivity => EnabledActivities.FirstOrDefault() as IEventActivity;

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (EventActivity is null)
        {
            yield return new ActivityProblem(
                "does not begin with an activity that waits for an event; put an IEventActivity, such as DelayActivity, in its first place",
                EnabledActivities.Count == 0 ? ErrorNumbers.EventDrivenEmpty : ErrorNumbers.EventDrivenWithoutEvent);
        }

        if (Parent is not IEventDrivenParent)
        {
            yield return new ActivityProblem(
                "is not in an activity that waits for events; move it into a ListenActivity, an EventHandlersActivity or a StateActivity",
                ErrorNumbers.EventDrivenOutside);
        }
    }
}
