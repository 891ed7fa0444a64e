namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// An activity whose work can be undone after it has succeeded. A composite activity can have a <see cref="CompensationHandlerActivity"/>, which runs after
/// <see cref="Compensate"/>. Without a handler, the compensatable activities in it are compensated, newest first.
/// </summary>
public interface ICompensatableActivity
{
    /// <summary>Undoes the work.</summary>
    /// <param name="executionContext">The execution context of the activity. It is valid only during the call.</param>
    /// <returns>Closed if the work is undone. Compensating if the compensation continues until the activity calls
    /// <see cref="ActivityExecutionContext.CloseActivity"/>.</returns>
    ActivityExecutionStatus Compensate(ActivityExecutionContext executionContext);
}
