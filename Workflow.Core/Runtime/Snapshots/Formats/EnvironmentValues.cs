using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The values in an environment, as members of the object that has the environment: by the names of the arguments and variables, in ordinal order. Slots with
/// the default value of their type are omitted.
/// </summary>
internal static class EnvironmentValues
{
    private const string BoundKey = "bound", ArgumentsKey = "arguments", VariablesKey = "variables";

    public static void Write(LocationEnvironment environment, SnapshotWriter writer)
    {
        int tooLong = writer.Chains.FindTooLong(environment);
        if (tooLong >= 0)
        {
            throw new ValueOrigin(writer.Layout.Program, environment, tooLong).CannotSave(
                environment.Slots[tooLong],
                $"it leads to its value over more than {SnapshotLimits.TargetChain} other arguments; bind fewer arguments to each other");
        }

        Frame? owner = writer.Owners.GetValueOrDefault(environment);
        ScopeLayout layout = writer.Layout.LayoutOf(environment);
        Source source = new(environment, layout, owner, UnfilledSlots.Of(owner), writer);
        source.WriteBound();
        source.WriteValues(ArgumentsKey, layout.Arguments);
        source.WriteValues(VariablesKey, layout.Variables);
    }

    public static void Read(LocationEnvironment environment, SnapshotNode entry, SnapshotReader reader)
    {
        ScopeLayout layout = reader.Layout.LayoutOf(environment);
        foreach (SnapshotNode encoded in entry.MembersOf(BoundKey))
        {
            ReadBound(environment, SlotOf(layout, encoded, isVariable: false), encoded, reader);
        }

        ReadValues(environment, layout, entry, ArgumentsKey, isVariable: false, reader);
        ReadValues(environment, layout, entry, VariablesKey, isVariable: true, reader);
    }

    /// <summary>Checks that an instance without arguments and variables has no values.</summary>
    public static void CheckNone(SnapshotNode entry)
    {
        foreach (string key in (string[])[BoundKey, ArgumentsKey, VariablesKey])
        {
            if (entry.TryGet(key, out SnapshotNode values))
            {
                throw values.Invalid("belongs to an instance without arguments and variables");
            }
        }
    }

    private static void ReadValues(LocationEnvironment environment, ScopeLayout layout, SnapshotNode entry, string key, bool isVariable, SnapshotReader reader)
    {
        foreach (SnapshotNode encoded in entry.MembersOf(key))
        {
            int slot = SlotOf(layout, encoded, isVariable);
            Location location = environment.Slots[slot];
            location.Kept = reader.Values.Read(encoded, location.LocationType, new ValueOrigin(reader.Program, environment, slot));
        }
    }

    private static void ReadBound(LocationEnvironment environment, int slot, SnapshotNode encoded, SnapshotReader reader)
    {
        ValueOrigin origin = new(reader.Program, environment, slot);
        try
        {
            environment.Slots[slot].Redirect((Location?)reader.Values.ReadBound(encoded, origin));
        }
        catch (NotSupportedException exception)
        {
            throw origin.CannotRead("is not bound to an argument or variable", inner: exception);
        }
    }

    private static int SlotOf(ScopeLayout layout, SnapshotNode encoded, bool isVariable) => layout.TryFind(encoded.Name, isVariable, out int slot)
        ? slot
        : throw encoded.Invalid(isVariable ? "is not a variable of the activity" : "is not an argument of the activity or delegate");

    /// <summary>An environment that is being written.</summary>
    private readonly struct Source(LocationEnvironment environment, ScopeLayout layout, Frame? owner, HashSet<int>? unfilled, SnapshotWriter writer)
    {
        /// <summary>
        /// The slot that is not written: the variable in which an ended activity kept its step. No code reads it, and inline and queued runs leave different
        /// values there. -1 if there is none.
        /// </summary>
        private readonly int _skippedSlot = owner is null or { IsCompleted: true } ? FindStepVariable(environment, writer) : -1;

        /// <summary>The value that the activity would have in its variable if it did not run inline.</summary>
        private readonly ControlFlowProgram.StepState _steps = owner is { IsCompleted: false } && owner.Has(InstanceFlags.IsStepping)
            ? owner.Plan.Steps!.Describe(owner)
            : new ControlFlowProgram.StepState(CompletionKind.None, null);

        public void WriteBound()
        {
            bool isOpen = false;
            foreach (int slot in layout.Arguments)
            {
                bool isBound = unfilled?.Contains(slot) != true
                    && environment.Slots[slot].Target is { } target
                    && (owner is not { IsCompleted: true } || writer.Values.CanRefer(target));
                if (isBound)
                {
                    Open(BoundKey, ref isOpen);
                    writer.Values.WriteBound(layout.NameOf(slot), environment.Slots[slot].Target!, new ValueOrigin(writer.Layout.Program, environment, slot));
                }
            }

            Close(isOpen);
        }

        public void WriteValues(string key, int[] slots)
        {
            bool isOpen = false;
            foreach (int slot in slots)
            {
                Location location = environment.Slots[slot];
                object? kept = slot == _steps.Slot ? _steps.Value : slot == _skippedSlot || unfilled?.Contains(slot) == true ? null : location.Kept;
                if (kept is not null && !ZeroValues.Is(kept, location.LocationType))
                {
                    Open(key, ref isOpen);
                    writer.Values.Write(layout.NameOf(slot), kept, location.LocationType, new ValueOrigin(writer.Layout.Program, environment, slot));
                }
            }

            Close(isOpen);
        }

        private static int FindStepVariable(LocationEnvironment environment, SnapshotWriter writer)
        {
            if (SlotNames.DelegateOf(environment) >= 0)
            {
                return -1;
            }

            ActivityPlan plan = writer.Layout.Program.Plans[SlotNames.ActivityOf(environment)];
            return plan.Steps?.FindVariable(plan.Activity)?.Slot ?? -1;
        }

        private void Open(string key, ref bool isOpen)
        {
            if (!isOpen)
            {
                isOpen = true;
                writer.Json.WriteStartObject(key);
            }
        }

        private void Close(bool isOpen)
        {
            if (isOpen)
            {
                writer.Json.WriteEndObject();
            }
        }
    }
}
