using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Snapshots;

/// <summary>The places of one scope, and the scope around it. Places that hold the default value of their type are left out.</summary>
internal sealed class EnvironmentFormat : ObjectFormat
{
    private const string DelegateKey = "delegate", ParentKey = "parent", CapturedKey = "captured", SlotsKey = "slots", TargetsKey = "targets";

    public override string Key => "environment";

    public override bool Takes(object value) => value is LocationEnvironment;

    public override void Write(object value, SnapshotWriter writer)
    {
        LocationEnvironment environment = (LocationEnvironment)value;
        int tooLong = writer.Chains.FindTooLong(environment);
        if (tooLong >= 0)
        {
            throw new PlaceOfValue(writer.Layout.Program, environment, tooLong).Name().CannotSave(
                environment.Slots[tooLong], $"it leads over more than {SnapshotLimits.Targets} places to its value");
        }

        int delegateNumber = SlotNames.DelegateOf(environment);
        int owner = delegateNumber >= 0 ? writer.Layout.Program.Delegates[delegateNumber].Owner : SlotNames.ActivityOf(environment);
        writer.Json.WriteString(Key, writer.Layout.IdOf(owner));
        if (delegateNumber >= 0)
        {
            writer.Json.WriteNumber(DelegateKey, delegateNumber);
        }

        writer.Reference(ParentKey, environment.Parent);
        if (environment.IsCaptured)
        {
            writer.Json.WriteBoolean(CapturedKey, true);
        }

        Frame? frame = writer.Owners.GetValueOrDefault(environment);
        HashSet<int>? unfilled = UnfilledSlots.Of(frame);
        List<int> filled = [.. Enumerable.Range(0, environment.Slots.Length).Where(slot => unfilled?.Contains(slot) != true)];
        WriteCells(
            TargetsKey,
            filled.Where(slot => environment.Slots[slot].Target is { } target && (frame is not { IsCompleted: true } || writer.Cells.CanRefer(target))),
            slot => (environment.Slots[slot].Target!, typeof(Location)),
            environment,
            writer);
        WriteCells(
            SlotsKey,
            filled.Where(slot => environment.Slots[slot].Kept is { } kept && !ZeroValues.Is(kept, environment.Slots[slot].LocationType)),
            slot => (environment.Slots[slot].Kept!, environment.Slots[slot].LocationType),
            environment,
            writer);
    }

    public override object Create(Entry entry, SnapshotReader reader)
    {
        Program program = reader.Program;
        int owner = reader.ActivityOf(entry.Get(Key));
        LocationEnvironment environment = Make(program, owner, entry);
        reader.Count(environment.Slots.Length);
        return environment;
    }

    private static LocationEnvironment Make(Program program, int owner, Entry entry)
    {
        if (!entry.TryGet(DelegateKey, out Entry number))
        {
            return new LocationEnvironment(program.Shapes[program.Plans[owner].Shape]) { ScopeId = program.ScopeOf(owner) };
        }

        int delegateNumber = number.Int32();
        if ((uint)delegateNumber >= (uint)program.Delegates.Length || program.Delegates[delegateNumber].Owner != owner)
        {
            throw number.Wrong("is not the number of a delegate of that activity");
        }

        ref DelegatePlan plan = ref program.Delegates[delegateNumber];
        return new LocationEnvironment(program.Shapes[plan.Shape]) { ScopeId = plan.ScopeId, IsRented = true };
    }

    public override void Load(object value, Entry entry, SnapshotReader reader)
    {
        LocationEnvironment environment = (LocationEnvironment)value;
        environment.Parent = reader.GetOrNull<LocationEnvironment>(entry, ParentKey);
        environment.IsCaptured = entry.FlagOf(CapturedKey);
        foreach (Entry cell in MembersOf(entry, TargetsKey))
        {
            LoadTarget(environment, SlotOf(environment, cell), cell, reader);
        }

        foreach (Entry cell in MembersOf(entry, SlotsKey))
        {
            int slot = SlotOf(environment, cell);
            Location place = environment.Slots[slot];
            place.Kept = reader.Cells.Read(cell, place.LocationType, new PlaceOfValue(reader.Program, environment, slot));
        }
    }

    private static void WriteCells(
        string key, IEnumerable<int> slots, Func<int, (object Value, Type Declared)> cellOf, LocationEnvironment environment, SnapshotWriter writer)
    {
        bool isOpen = false;
        foreach (int slot in slots)
        {
            if (!isOpen)
            {
                writer.Json.WriteStartObject(key);
                isOpen = true;
            }

            (object value, Type declared) = cellOf(slot);
            writer.Cells.Write(NameOf(slot), value, declared, new PlaceOfValue(writer.Layout.Program, environment, slot));
        }

        if (isOpen)
        {
            writer.Json.WriteEndObject();
        }
    }

    private static IEnumerable<Entry> MembersOf(Entry entry, string key) => entry.TryGet(key, out Entry cells) ? cells.Members() : [];

    private static void LoadTarget(LocationEnvironment environment, int slot, Entry cell, SnapshotReader reader)
    {
        PlaceOfValue place = new(reader.Program, environment, slot);
        try
        {
            environment.Slots[slot].Redirect((Location?)reader.Cells.Read(cell, typeof(Location), place));
        }
        catch (NotSupportedException exception)
        {
            throw place.Name().CannotRead("is not bound to a place", exception);
        }
    }

    private static string NameOf(int slot) => slot.ToString(System.Globalization.CultureInfo.InvariantCulture);

    private static int SlotOf(LocationEnvironment environment, Entry cell) =>
        int.TryParse(cell.Name, System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture, out int slot) && slot < environment.Slots.Length
            ? slot
            : throw cell.Wrong("is not the number of a place");
}
