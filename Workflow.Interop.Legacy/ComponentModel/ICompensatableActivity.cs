namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// An activity whose work can be undone after it has succeeded. If it is a composite activity, it can have a <see cref="CompensationHandlerActivity"/>, which runs after
/// <see cref="Compensate"/>; without one, the compensatable activities in it are compensated, newest first.
/// </summary>
public interface ICompensatableActivity
{
    /// <summary>Undoes the work.</summary>
    /// <param name="executionContext">What the activity can do during the call.</param>
    /// <returns>Closed if that is done; Compensating if it takes longer, until <see cref="ActivityExecutionContext.CloseActivity"/>.</returns>
    ActivityExecutionStatus Compensate(ActivityExecutionContext executionContext);
}
