namespace Workflow.Statements;

/// <summary>The step program of <see cref="DoWhile"/>. At position 0 the body is next; any other position is the kind of the child that has ended.</summary>
/// <param name="condition">The condition.</param>
/// <param name="body">The body; null if there is none.</param>
/// <param name="onConditionCompleted">The callback of the loop for the condition.</param>
/// <param name="onBodyCompleted">The callback of the loop for the body.</param>
/// <remarks>
/// The methods of the statement implement the same control flow with public members; the engine uses them while code could observe the difference.
/// <c>DifferentialTests.Run_OfARandomWorkflow_ShowsTheSameInBothLanes</c> compares what the two do, and <c>Save_OfARandomWorkflow_IsTheSameInBothLanes</c>
/// what they save.
/// </remarks>
internal sealed class DoWhileSteps(
    Activity<bool> condition, Activity? body, CompletionCallback<bool> onConditionCompleted, CompletionCallback onBodyCompleted) : ControlFlowProgram
{
    private const int BodyEnded = 1;
    private const int Tested = 2;

    private ControlFlowTarget? _condition;
    private ControlFlowTarget? _body;

    public override void Bind()
    {
        _condition = condition.Plan;
        _body = body?.Plan;
    }

    public override ControlFlowTarget? Next(ActivityInstance self, bool result)
    {
        int position = self.Position;
        if (position == Tested && !result)
        {
            return null;
        }

        if (position == BodyEnded || _body is null)
        {
            self.Position = Tested;
            return _condition;
        }

        self.Position = BodyEnded;
        return _body;
    }

    public override StepState Describe(ActivityInstance self) => self.Position == BodyEnded
        ? new StepState(CompletionKind.Plain, onBodyCompleted)
        : new StepState(CompletionKind.Result, onConditionCompleted);

    public override int FindPosition(ActivityInstance self, Activity child) =>
        ReferenceEquals(child, condition) ? Tested : ReferenceEquals(child, body) ? BodyEnded : -1;
}
