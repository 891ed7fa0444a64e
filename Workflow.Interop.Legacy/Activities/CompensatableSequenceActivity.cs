using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// A sequence that can be compensated after it has succeeded: by its <see cref="CompensationHandlerActivity"/>, or else by compensating the activities in it.
/// </summary>
public sealed class CompensatableSequenceActivity : SequenceActivity, ICompensatableActivity
{
    /// <summary>Creates a sequence without children.</summary>
    public CompensatableSequenceActivity()
    {
    }

    /// <summary>Creates a sequence without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public CompensatableSequenceActivity(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    ActivityExecutionStatus ICompensatableActivity.Compensate(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Closed;
}
