using System.Text.Json;
using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Snapshots;

/// <summary>An activity instance. One that has ended, and is known to the author's values only, has its number, state and outputs left.</summary>
internal sealed class FrameFormat : ObjectFormat
{
    private const InstanceFlags SavedFlags = InstanceFlags.Leaked | InstanceFlags.DefaultCancellation | InstanceFlags.MarkedCanceled
        | InstanceFlags.InitializationIncomplete | InstanceFlags.IsStepping;

    private const string NumberKey = "number", StateKey = "state", StageKey = "stage", FlagsKey = "flags", CancelKey = "isCancelRequested", PositionKey = "position",
        ResultKey = "lastResult", OwnKey = "own", ScopeKey = "scope", ChildrenKey = "children", DelegateKey = "delegate", ArgumentsKey = "arguments",
        InputsKey = "inputs", HandlesKey = "hasHandles", PropertiesKey = "properties", RootStateKey = "rootState";

    public override string Key => "instance";

    public override bool Takes(object value) => value is Frame;

    public override void Write(object value, SnapshotWriter writer)
    {
        Frame frame = (Frame)value;
        Utf8JsonWriter json = writer.Json;
        json.WriteString(Key, frame.Number == Frame.NoActivity ? string.Empty : writer.Layout.IdOf(frame.Number));
        writer.Counter(NumberKey, frame.InstanceNumber);
        if (frame.IsCompleted)
        {
            json.WriteString(StateKey, frame.CurrentState.ToString());
        }

        if (frame.Stage != InstanceStage.Executing)
        {
            json.WriteString(StageKey, frame.Stage.ToString());
        }

        WriteProgress(frame, json);
        if (frame.Number != Frame.NoActivity)
        {
            writer.Reference(OwnKey, frame.Own);
        }

        if (!writer.Living.Contains(frame))
        {
            return;
        }

        if (frame.Own is null)
        {
            writer.Reference(ScopeKey, frame.Environment);
        }

        FrameLinks.Write(frame, writer);
        if (frame.DelegateArguments is not null || frame.CompletionKind is CompletionKind.DelegateOutputs or CompletionKind.DelegateResult)
        {
            json.WriteNumber(DelegateKey, frame.DelegateNumber);
            writer.Reference(ArgumentsKey, frame.DelegateArguments);
        }

        if (frame.ChildCount > 0)
        {
            writer.References(ChildrenKey, FrameLinks.ChildrenOf(frame));
        }

        if (frame.Overrides is not null && frame.Stage <= InstanceStage.ResolvingArguments)
        {
            WriteInputs(frame, writer);
        }

        if (frame.Has(InstanceFlags.HasExtras))
        {
            WriteExtras(frame, frame.Extras!, writer);
        }
    }

    public override object Create(Entry entry, SnapshotReader reader)
    {
        Entry id = entry.Get(Key);
        Frame frame = new(reader.Execution.State)
        {
            Number = id.Text().Length == 0 ? Frame.NoActivity : reader.ActivityOf(id),
            InstanceNumber = entry.Get(NumberKey).Counter(),
            CurrentState = entry.ConstantOr(StateKey, ActivityInstanceState.Executing),
            Stage = entry.ConstantOr(StageKey, InstanceStage.Executing),
            Flags = FlagsOf(entry),
            IsCancellationRequested = entry.FlagOf(CancelKey),
            Position = entry.Int32Or(PositionKey, 0),
            LastResult = entry.FlagOf(ResultKey),
            DelegateNumber = entry.Int32Or(DelegateKey, 0),
        };
        if (frame.IsCompleted != (frame.Stage == InstanceStage.Completed) || (frame.Number == Frame.NoActivity && !frame.IsCompleted) || frame.Position < 0)
        {
            throw entry.Wrong("has a state or position that does not go with its stage");
        }

        if (frame.Number != Frame.NoActivity)
        {
            frame.ScopeId = (frame.Plan.Flags & PlanFlags.HasSlots) == 0 ? ActivityInstance.NoScope : reader.Program.ScopeOf(frame.Number);
            if (frame.Has(InstanceFlags.IsStepping) && frame.Plan.Steps is null)
            {
                throw entry.Wrong("follows steps that its activity does not have");
            }
        }

        return frame;
    }

    public override void Load(object value, Entry entry, SnapshotReader reader)
    {
        Frame frame = (Frame)value;
        LocationEnvironment? own = reader.GetOrNull<LocationEnvironment>(entry, OwnKey);
        if (own is not null && own.ScopeId != frame.ScopeId)
        {
            throw entry.Get(OwnKey).Wrong("is the environment of another activity");
        }

        bool needsOwn = !frame.IsCompleted && (frame.Plan.Flags & PlanFlags.HasSlots) != 0;
        if (needsOwn && own is null)
        {
            throw entry.Wrong("has no environment of its own");
        }

        frame.SetOwn(own);
        frame.Environment = own ?? reader.GetOrNull<LocationEnvironment>(entry, ScopeKey);
        LoadDelegate(frame, entry, reader);
        foreach (Frame child in reader.GetAll<Frame>(entry, ChildrenKey))
        {
            if (child.Parent is not null || ReferenceEquals(child, frame))
            {
                throw entry.Get(ChildrenKey).Wrong("has an instance that is a child already");
            }

            child.Parent = frame;
            FrameTree.Link(frame, child);
        }

        if (entry.TryGet(InputsKey, out Entry inputs))
        {
            frame.Overrides = ReadInputs(frame, inputs, reader);
        }

        LoadExtras(frame, entry, reader);
    }

    public override void Finish(object value, Entry entry, SnapshotReader reader) => FrameLinks.Load((Frame)value, entry, reader);

    private static void WriteProgress(Frame frame, Utf8JsonWriter json)
    {
        InstanceFlags flags = frame.Flags & SavedFlags;
        if (flags != InstanceFlags.None)
        {
            json.WriteNumber(FlagsKey, (int)flags);
        }

        if (frame.IsCancellationRequested)
        {
            json.WriteBoolean(CancelKey, true);
        }

        if (frame.Position != 0 && !frame.IsCompleted)
        {
            json.WriteNumber(PositionKey, frame.Position);
        }

        if (frame.LastResult && frame.Has(InstanceFlags.IsStepping))
        {
            json.WriteBoolean(ResultKey, true);
        }
    }

    private static InstanceFlags FlagsOf(Entry entry)
    {
        int flags = entry.Int32Or(FlagsKey, 0);
        return (flags & ~(int)SavedFlags) == 0 ? (InstanceFlags)flags : throw entry.Get(FlagsKey).Wrong("has unknown flags");
    }

    private static void LoadDelegate(Frame frame, Entry entry, SnapshotReader reader)
    {
        if (!entry.TryGet(DelegateKey, out Entry number))
        {
            return;
        }

        if ((uint)frame.DelegateNumber >= (uint)reader.Program.Delegates.Length)
        {
            throw number.Wrong("is not the number of a delegate");
        }

        frame.DelegateArguments = reader.GetOrNull<LocationEnvironment>(entry, ArgumentsKey);
        if (frame.DelegateArguments is { } arguments && arguments.ScopeId != reader.Program.Delegates[frame.DelegateNumber].ScopeId)
        {
            throw entry.Get(ArgumentsKey).Wrong("are the arguments of another delegate");
        }
    }

    private static void WriteInputs(Frame frame, SnapshotWriter writer)
    {
        writer.Json.WriteStartObject(InputsKey);
        foreach (RuntimeArgument argument in frame.Plan.Declared ?? [])
        {
            // What the activity has no argument for is never looked at.
            if (frame.Overrides!.TryGetValue(argument.Name!, out object? value))
            {
                writer.Cells.Write(argument.Name!, value, argument.Type, new PlaceOfValue("input", argument.Name!, frame.Activity));
            }
        }

        writer.Json.WriteEndObject();
    }

    private static Dictionary<string, object?> ReadInputs(Frame frame, Entry inputs, SnapshotReader reader)
    {
        Dictionary<string, object?> values = [];
        foreach (Entry cell in inputs.Members())
        {
            RuntimeArgument declared = frame.Plan.Declared?.FirstOrDefault(argument => argument.Name == cell.Name) ?? throw cell.Wrong("is no argument of the activity");

            // A narrower number than the declared one is fine too; what does not fit is the activity's fault when its turn comes, as ever.
            values[cell.Name] = reader.Cells.ReadAny(cell, declared.Type, new PlaceOfValue("input", cell.Name, frame.Activity));
        }

        return values;
    }

    private static void WriteExtras(Frame frame, FrameExtras extras, SnapshotWriter writer)
    {
        if (extras.HasHandles)
        {
            writer.Json.WriteBoolean(HandlesKey, true);
        }

        if (extras.State is not null)
        {
            writer.Cells.Write(RootStateKey, extras.State, typeof(object), new PlaceOfValue("state", "root", frame.Activity));
        }

        if (extras.Properties is { Count: > 0 } properties)
        {
            writer.Json.WriteStartArray(PropertiesKey);
            foreach (PropertyEntry property in properties)
            {
                writer.Json.WriteStartObject();
                writer.Text("name", property.Name, new SavedPlace("execution property", property.Name, frame.Activity));
                writer.Cells.Write("value", property.Value, typeof(object), new PlaceOfValue("execution property", property.Name, frame.Activity));
                writer.Json.WriteBoolean("onlyPublic", property.OnlyPublic);
                writer.Json.WriteEndObject();
            }

            writer.Json.WriteEndArray();
        }
    }

    private static void LoadExtras(Frame frame, Entry entry, SnapshotReader reader)
    {
        if (entry.FlagOf(HandlesKey))
        {
            frame.TakeExtras().HasHandles = frame.Plan.Handles is not null ? true : throw entry.Get(HandlesKey).Wrong("is true, but the activity declares none");
        }

        if (entry.TryGet(RootStateKey, out Entry state))
        {
            frame.TakeExtras().State = reader.Cells.Read(state, typeof(object), new PlaceOfValue("state", "root", frame.Activity));
        }

        if (!entry.TryGet(PropertiesKey, out Entry properties))
        {
            return;
        }

        List<PropertyEntry> loaded = frame.TakeExtras().Properties = [];
        foreach (Entry property in properties.Items())
        {
            Entry name = property.Get("name");
            object? held = reader.Cells.Read(property.Get("value"), typeof(object), new PlaceOfValue("execution property", name.Text(), frame.Activity));
            loaded.Add(new PropertyEntry(name.Text(), held ?? throw name.Wrong("is a property without a value"), property.Get("onlyPublic").Flag()));
        }
    }
}
