using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The environment of an activity that has ended, saved because something still refers to its variables. The environment of a running instance is saved with
/// the instance.
/// </summary>
internal sealed class EnvironmentFormat : ObjectFormat
{
    public const string OuterKey = "outer";

    public override string Key => "environment";

    public override bool CanWrite(object value) => value is LocationEnvironment environment && SlotNames.DelegateOf(environment) < 0;

    public override void Write(object value, SnapshotWriter writer)
    {
        LocationEnvironment environment = (LocationEnvironment)value;
        int owner = SlotNames.ActivityOf(environment);
        writer.Json.WriteString(Key, writer.Layout.IdOf(owner));
        writer.Mention(owner);
        writer.WriteReference(OuterKey, environment.Parent);
        EnvironmentValues.Write(environment, writer);
    }

    public override object Create(SnapshotNode entry, SnapshotReader reader)
    {
        int owner = reader.ActivityOf(entry.Get(Key));
        return Create(owner, reader);
    }

    public override void Load(object value, SnapshotNode entry, SnapshotReader reader)
    {
        LocationEnvironment environment = (LocationEnvironment)value;
        environment.Parent = reader.EnvironmentOrNull(entry, OuterKey);
        reader.MarkCaptured(environment);
        EnvironmentValues.Read(environment, entry, reader);
    }

    public static LocationEnvironment Create(int owner, SnapshotReader reader)
    {
        Program program = reader.Program;
        LocationEnvironment environment = new(program.Shapes[program.Plans[owner].Shape]) { ScopeId = program.ScopeOf(owner) };
        reader.CountSlots(environment.Slots.Length);
        return environment;
    }
}

/// <summary>The arguments of a delegate, which are in the scope of its handler.</summary>
internal sealed class DelegateArgumentsFormat : ObjectFormat
{
    public const string ArgumentsKey = "delegateArguments";

    public override string Key => ArgumentsKey;

    public override bool CanWrite(object value) => value is LocationEnvironment environment && SlotNames.DelegateOf(environment) >= 0;

    public override void Write(object value, SnapshotWriter writer)
    {
        LocationEnvironment environment = (LocationEnvironment)value;
        int number = SlotNames.DelegateOf(environment);
        writer.Json.WriteString(Key, writer.Layout.DelegateNameOf(number));
        writer.Mention(writer.Layout.Program.Delegates[number].Owner);
        writer.WriteReference(EnvironmentFormat.OuterKey, environment.Parent);
        EnvironmentValues.Write(environment, writer);
    }

    public override object Create(SnapshotNode entry, SnapshotReader reader)
    {
        ref DelegatePlan plan = ref reader.Program.Delegates[reader.DelegateOf(entry.Get(Key))];
        LocationEnvironment environment = new(reader.Program.Shapes[plan.Shape]) { ScopeId = plan.ScopeId };
        reader.CountSlots(environment.Slots.Length);
        return environment;
    }

    public override void Load(object value, SnapshotNode entry, SnapshotReader reader)
    {
        LocationEnvironment environment = (LocationEnvironment)value;
        environment.Parent = reader.EnvironmentOrNull(entry, EnvironmentFormat.OuterKey);
        EnvironmentValues.Read(environment, entry, reader);
    }
}
