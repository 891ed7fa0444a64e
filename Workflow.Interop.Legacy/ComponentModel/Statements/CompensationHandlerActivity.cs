namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Runs its children to undo the work of the activity that contains the handler. The handler replaces the default compensation: activities in that activity are
/// compensated only if the handler compensates them with <see cref="CompensateActivity"/>.
/// </summary>
public sealed class CompensationHandlerActivity : HandlerSequence
{
    /// <summary>Creates a handler without children.</summary>
    public CompensationHandlerActivity()
    {
    }

    /// <summary>Creates a handler without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public CompensationHandlerActivity(string name)
        : base(name)
    {
    }

    internal override bool IsHandler => true;

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (Parent is not ICompensatableActivity)
        {
            yield return "is not in an activity that can be compensated; move it into one, such as a CompensatableSequenceActivity";
        }
        else if (Parent.Activities.Count(static activity => activity is CompensationHandlerActivity) > 1)
        {
            yield return "is not the only CompensationHandlerActivity of an activity; each activity can have one";
        }
    }
}
