namespace Workflow.Statements;

/// <summary>The step program of <see cref="Sequence"/>. The position is the index of the activity that is next.</summary>
/// <param name="activities">The activities.</param>
/// <param name="current">The variable with the index of the running activity; unused if there is one activity only.</param>
/// <param name="onCompleted">The callback of the sequence for each activity except the last.</param>
/// <remarks>
/// The methods of the statement implement the same control flow with public members; the engine uses them while code could observe the difference.
/// <c>DifferentialTests.Run_OfARandomWorkflow_ShowsTheSameInBothLanes</c> compares what the two do, and <c>Save_OfARandomWorkflow_IsTheSameInBothLanes</c>
/// what they save.
/// </remarks>
internal sealed class SequenceSteps(Activity[] activities, Variable<int> current, CompletionCallback onCompleted) : ControlFlowProgram
{
    private Link[] _targets = [];

    public override void Bind()
    {
        Link[] targets = new Link[activities.Length];
        for (int i = 0; i < targets.Length; i++)
        {
            targets[i] = new Link(activities[i].Plan);
        }

        _targets = targets;
    }

    public override ControlFlowTarget? Next(ActivityInstance self, bool result)
    {
        Link[] targets = _targets;
        int position = self.Position;
        if ((uint)position >= (uint)targets.Length)
        {
            return null;
        }

        self.Position = position + 1;
        return targets[position].Target;
    }

    public override StepState Describe(ActivityInstance self)
    {
        int index = self.Position - 1;
        int slot = activities.Length > 1 ? current.Slot : -1;
        return self.Position < activities.Length
            ? new StepState(CompletionKind.Plain, onCompleted, slot, index)
            : new StepState(CompletionKind.None, null, slot, index);
    }

    public override Variable? FindVariable(Activity activity) => activities.Length > 1 ? current : null;

    public override int FindPosition(ActivityInstance self, Activity child)
    {
        int index = activities.Length > 1 ? Location<int>.ReadOwn(self.OwnSlots![current.Slot]) : 0;
        return (uint)index < (uint)activities.Length && ReferenceEquals(activities[index], child) ? index + 1 : -1;
    }

    /// <summary>
    /// A structure, because storing an element that is not a reference needs no check of the array's type. This halves the time to bind a long sequence.
    /// </summary>
    private readonly struct Link(ControlFlowTarget? target)
    {
        public readonly ControlFlowTarget? Target = target;
    }
}
