using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>A sequence whose work can be undone after it has succeeded: by its <see cref="CompensationHandlerActivity"/>, or else by compensating what is in it.</summary>
public sealed class CompensatableSequenceActivity : SequenceActivity, ICompensatableActivity
{
    /// <summary>Makes a sequence without children.</summary>
    public CompensatableSequenceActivity()
    {
    }

    /// <summary>Makes a sequence without children.</summary>
    /// <param name="name">Its name.</param>
    public CompensatableSequenceActivity(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    ActivityExecutionStatus ICompensatableActivity.Compensate(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Closed;
}
