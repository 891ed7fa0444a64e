using Workflow.Runtime.Instances;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Snapshots;

/// <summary>What few instances have: inputs that wait for the arguments, execution properties, and what a root was scheduled with.</summary>
internal static class FrameExtrasFormat
{
    private const string InputsKey = "inputs", RootStateKey = "rootState", PropertiesKey = "properties", NameKey = "name", ValueKey = "value", OnlyPublicKey = "onlyPublic";

    public static void Write(Frame frame, SnapshotWriter writer)
    {
        if (frame.Overrides is not null && frame.Stage <= InstanceStage.ResolvingArguments)
        {
            WriteInputs(frame, writer);
        }

        if (frame.Has(InstanceFlags.HasExtras))
        {
            WriteExtras(frame, frame.Extras!, writer);
        }
    }

    public static void Load(Frame frame, Entry entry, SnapshotReader reader)
    {
        if (entry.TryGet(InputsKey, out Entry inputs))
        {
            frame.Overrides = ReadInputs(frame, inputs, reader);
        }

        // Handles are initialized right before the defaults of the variables, and end with the instance (rule 9.4).
        if (!frame.IsCompleted && frame.Stage >= InstanceStage.ResolvingVariables && frame.Plan.Handles is not null)
        {
            frame.TakeExtras().HasHandles = true;
        }

        if (entry.TryGet(RootStateKey, out Entry state))
        {
            frame.TakeExtras().State = reader.Cells.Read(state, typeof(object), new PlaceOfValue("state", "root", frame.Activity));
        }

        if (entry.TryGet(PropertiesKey, out Entry properties))
        {
            LoadProperties(frame, properties, reader);
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
        if (frame.Number == Frame.NoActivity)
        {
            throw inputs.Wrong("belongs to no activity");
        }

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
        if (extras.State is not null)
        {
            writer.Cells.Write(RootStateKey, extras.State, typeof(object), new PlaceOfValue("state", "root", frame.Activity));
        }

        if (extras.Properties is not { Count: > 0 } properties)
        {
            return;
        }

        writer.Json.WriteStartArray(PropertiesKey);
        foreach (PropertyEntry property in properties)
        {
            writer.Json.WriteStartObject();
            writer.Text(NameKey, property.Name, new SavedPlace("execution property", property.Name, frame.Activity));
            writer.Cells.Write(ValueKey, property.Value, typeof(object), new PlaceOfValue("execution property", property.Name, frame.Activity));
            writer.Json.WriteBoolean(OnlyPublicKey, property.OnlyPublic);
            writer.Json.WriteEndObject();
        }

        writer.Json.WriteEndArray();
    }

    private static void LoadProperties(Frame frame, Entry properties, SnapshotReader reader)
    {
        List<PropertyEntry> loaded = frame.TakeExtras().Properties = [];
        foreach (Entry property in properties.Items())
        {
            Entry name = property.Get(NameKey);
            object? held = reader.Cells.Read(property.Get(ValueKey), typeof(object), new PlaceOfValue("execution property", name.Text(), frame.Activity));
            loaded.Add(new PropertyEntry(name.Text(), held ?? throw name.Wrong("is a property without a value"), property.Get(OnlyPublicKey).Flag()));
        }
    }
}
