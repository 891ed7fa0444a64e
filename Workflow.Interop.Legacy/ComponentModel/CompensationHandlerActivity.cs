namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Runs its children to undo the work of the activity that contains it. What it does takes the place of the default compensation: it compensates activities in that activity with
/// <see cref="CompensateActivity"/>, or not at all.
/// </summary>
public sealed class CompensationHandlerActivity : HandlerSequence
{
    /// <summary>Makes a handler without children.</summary>
    public CompensationHandlerActivity()
    {
    }

    /// <summary>Makes a handler without children.</summary>
    /// <param name="name">Its name.</param>
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
