using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// What the places of an environment hold, as members of the object that has the environment: by the names of the arguments and variables, in ordinal order. Places that hold the
/// default value of their type are left out.
/// </summary>
internal static class EnvironmentValues
{
    private const string BoundKey = "bound", ArgumentsKey = "arguments", VariablesKey = "variables";

    public static void Write(LocationEnvironment environment, SnapshotWriter writer)
    {
        int tooLong = writer.Chains.FindTooLong(environment);
        if (tooLong >= 0)
        {
            throw new PlaceOfValue(writer.Layout.Program, environment, tooLong).Name().CannotSave(
                environment.Slots[tooLong], $"it leads over more than {SnapshotLimits.Targets} places to its value");
        }

        Frame? owner = writer.Owners.GetValueOrDefault(environment);
        ScopeLayout layout = writer.Layout.LayoutOf(environment);
        Source source = new(environment, layout, owner, UnfilledSlots.Of(owner), writer);
        source.WriteBound();
        source.WriteValues(ArgumentsKey, layout.Arguments);
        source.WriteValues(VariablesKey, layout.Variables);
    }

    public static void Read(LocationEnvironment environment, Entry entry, SnapshotReader reader)
    {
        ScopeLayout layout = reader.Layout.LayoutOf(environment);
        foreach (Entry cell in MembersOf(entry, BoundKey))
        {
            ReadBound(environment, SlotOf(layout, cell, isVariable: false), cell, reader);
        }

        ReadValues(environment, layout, entry, ArgumentsKey, isVariable: false, reader);
        ReadValues(environment, layout, entry, VariablesKey, isVariable: true, reader);
    }

    /// <summary>An instance without arguments and variables has no values of any.</summary>
    public static void CheckNone(Entry entry)
    {
        foreach (string key in (string[])[BoundKey, ArgumentsKey, VariablesKey])
        {
            if (entry.TryGet(key, out Entry values))
            {
                throw values.Wrong("belongs to an instance that has no values");
            }
        }
    }

    private static void ReadValues(LocationEnvironment environment, ScopeLayout layout, Entry entry, string key, bool isVariable, SnapshotReader reader)
    {
        foreach (Entry cell in MembersOf(entry, key))
        {
            int slot = SlotOf(layout, cell, isVariable);
            Location place = environment.Slots[slot];
            place.Kept = reader.Cells.Read(cell, place.LocationType, new PlaceOfValue(reader.Program, environment, slot));
        }
    }

    private static void ReadBound(LocationEnvironment environment, int slot, Entry cell, SnapshotReader reader)
    {
        PlaceOfValue place = new(reader.Program, environment, slot);
        try
        {
            environment.Slots[slot].Redirect((Location?)reader.Cells.ReadBound(cell, place));
        }
        catch (NotSupportedException exception)
        {
            throw place.Name().CannotRead("is not bound to a place", exception);
        }
    }

    private static IEnumerable<Entry> MembersOf(Entry entry, string key) => entry.TryGet(key, out Entry cells) ? cells.Members() : [];

    private static int SlotOf(ScopeLayout layout, Entry cell, bool isVariable) => layout.TryFind(cell.Name, isVariable, out int slot)
        ? slot
        : throw cell.Wrong(isVariable ? "is no variable of that activity" : "is no argument of that activity or delegate");

    /// <summary>One environment that is written.</summary>
    private readonly struct Source(LocationEnvironment environment, ScopeLayout layout, Frame? owner, HashSet<int>? unfilled, SnapshotWriter writer)
    {
        /// <summary>The slot that is left out: of an activity that has ended nobody reads it, and an inline run left something else there.</summary>
        private readonly int _meaningless = owner is null or { IsCompleted: true } ? FindStepVariable(environment, writer) : -1;

        /// <summary>What an activity that runs inline would have kept in a variable.</summary>
        private readonly StepProgram.StepState _steps = owner is { IsCompleted: false } && owner.Has(InstanceFlags.IsStepping) ? owner.Plan.Steps!.Describe(owner) : new StepProgram.StepState(CompletionKind.None, null);

        public void WriteBound()
        {
            bool isOpen = false;
            foreach (int slot in layout.Arguments)
            {
                bool isBound = unfilled?.Contains(slot) != true && environment.Slots[slot].Target is { } target && (owner is not { IsCompleted: true } || writer.Cells.CanRefer(target));
                if (isBound)
                {
                    Open(BoundKey, ref isOpen);
                    writer.Cells.WriteBound(layout.NameOf(slot), environment.Slots[slot].Target!, new PlaceOfValue(writer.Layout.Program, environment, slot));
                }
            }

            Close(isOpen);
        }

        public void WriteValues(string key, int[] slots)
        {
            bool isOpen = false;
            foreach (int slot in slots)
            {
                Location place = environment.Slots[slot];
                object? kept = slot == _steps.Slot ? _steps.Value : slot == _meaningless || unfilled?.Contains(slot) == true ? null : place.Kept;
                if (kept is not null && !ZeroValues.Is(kept, place.LocationType))
                {
                    Open(key, ref isOpen);
                    writer.Cells.Write(layout.NameOf(slot), kept, place.LocationType, new PlaceOfValue(writer.Layout.Program, environment, slot));
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
