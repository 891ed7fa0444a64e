namespace Workflow.Statements;

/// <summary>The step program of <see cref="While"/>. At position 0 the condition is next; at position 1 the condition has ended.</summary>
/// <param name="condition">The condition.</param>
/// <param name="body">The body; null if there is none.</param>
/// <param name="onConditionCompleted">The callback of the loop for the condition.</param>
/// <param name="onBodyCompleted">The callback of the loop for the body.</param>
/// <remarks>
/// The methods of the statement implement the same control flow with public members; the engine uses them while code could observe the difference.
/// <c>DifferentialTests.Run_OfARandomWorkflow_ShowsTheSameInBothLanes</c> compares what the two do, and <c>Save_OfARandomWorkflow_IsTheSameInBothLanes</c>
/// what they save.
/// </remarks>
internal sealed class WhileSteps(
    Activity<bool> condition, Activity? body, CompletionCallback<bool> onConditionCompleted, CompletionCallback onBodyCompleted) : ControlFlowProgram
{
    private ControlFlowTarget? _condition;
    private ControlFlowTarget? _body;

    public override void Bind()
    {
        _condition = condition.Plan;
        _body = body?.Plan;
    }

    public override ControlFlowTarget? Next(ActivityInstance self, bool result)
    {
        if (self.Position == 0)
        {
            self.Position = 1;
            return _condition;
        }

        if (!result)
        {
            return null;
        }

        if (_body is null)
        {
            return _condition;
        }

        self.Position = 0;
        return _body;
    }

    public override StepState Describe(ActivityInstance self) => self.Position == 0
        ? new StepState(CompletionKind.Plain, onBodyCompleted)
        : new StepState(CompletionKind.Result, onConditionCompleted);

    public override int FindPosition(ActivityInstance self, Activity child) =>
        ReferenceEquals(child, condition) ? 1 : ReferenceEquals(child, body) ? 0 : -1;
}
