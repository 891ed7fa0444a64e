using Workflow.Data;

namespace Workflow.Statements;

/// <summary>The step program of <see cref="ForEach{T}"/>. At position 0 the values are not enumerated yet.</summary>
/// <typeparam name="T">The type of the values.</typeparam>
/// <param name="loop">The loop.</param>
/// <param name="body">The body, which has a handler.</param>
/// <param name="cursorVariable">The variable with the position in the values.</param>
/// <param name="onBodyCompleted">The callback of the loop for the body.</param>
/// <remarks>
/// The methods of the statement implement the same control flow with public members; the engine uses them while code could observe the difference.
/// <c>DifferentialTests.Run_OfARandomWorkflow_ShowsTheSameInBothLanes</c> compares what the two do, and <c>Save_OfARandomWorkflow_IsTheSameInBothLanes</c>
/// what they save.
/// </remarks>
internal sealed class ForEachSteps<T>(ForEach<T> loop, ActivityAction<T> body, Variable cursorVariable, CompletionCallback onBodyCompleted) : ControlFlowProgram
{
    /// <summary>The handler when the definition was frozen (rule 12.3).</summary>
    private readonly Activity _handler = body.Handler!;

    private ControlFlowTarget? _target;

    public override ActivityDelegate Delegate => body;

    public override void Bind() => _target = _handler.Plan;

    public override ControlFlowTarget? Next(ActivityInstance self, bool result)
    {
        if (self.Position == 0)
        {
            self.Position = 1;
            Begin(self);
        }

        if (CursorOf(self).MoveNext())
        {
            return _target;
        }

        End(self);
        return null;
    }

    public override void Fill(ActivityInstance self, LocationEnvironment? arguments)
    {
        if (arguments is not null && body.Argument is { } argument)
        {
            Location<T>.WriteOwn(arguments.Slots[argument.Slot], CursorOf(self).Current);
        }
    }

    public override bool Suppress(ActivityInstance self, bool result)
    {
        if (Next(self, result) is null)
        {
            return false;
        }

        End(self);
        return true;
    }

    public override StepState Describe(ActivityInstance self) => new(CompletionKind.Plain, onBodyCompleted);

    public override int FindPosition(ActivityInstance self, Activity child) =>
        ReferenceEquals(child, _handler) && Location<ValueCursor<T>?>.ReadOwn(CursorLocation(self)) is not null ? 1 : -1;

    private void End(ActivityInstance self)
    {
        Location location = CursorLocation(self);
        ValueCursor<T> cursor = Location<ValueCursor<T>?>.ReadOwn(location)!;
        Location<ValueCursor<T>?>.WriteOwn(location, null);
        cursor.Dispose();
    }

    private void Begin(ActivityInstance self)
    {
        Location values = self.OwnSlots![loop.Values.Declared!.Slot];
        ValueCursor<T> cursor = new(Location<IEnumerable<T>?>.ReadOwn(values) ?? throw loop.NoValues());
        Location<ValueCursor<T>?>.WriteOwn(CursorLocation(self), cursor);
    }

    private Location CursorLocation(ActivityInstance self) => self.OwnSlots![cursorVariable.Slot];

    private ValueCursor<T> CursorOf(ActivityInstance self) => Location<ValueCursor<T>?>.ReadOwn(CursorLocation(self))!;
}
