using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>The data that few instances have: inputs that replace argument expressions, execution properties, and the state of a secondary root.</summary>
internal static class FrameRareStateFormat
{
    private const string InputsKey = "inputs", RootStateKey = "rootState", PropertiesKey = "properties", NameKey = "name", ValueKey = "value",
        OnlyPublicKey = "onlyPublic";

    public static void Write(Frame frame, SnapshotWriter writer)
    {
        if (frame.Overrides is not null && frame.Stage <= InstanceStage.ResolvingArguments)
        {
            WriteInputs(frame, writer);
        }

        if (frame.Has(InstanceFlags.HasRareState))
        {
            WriteRareState(frame, frame.RareState!, writer);
        }
    }

    public static void Load(Frame frame, SnapshotNode entry, SnapshotReader reader)
    {
        if (entry.TryGet(InputsKey, out SnapshotNode inputs))
        {
            frame.Overrides = ReadInputs(frame, inputs, reader);
        }

        // Handles are initialized just before the defaults of the variables, and end with the instance (rule 9.4).
        if (!frame.IsCompleted && frame.Stage >= InstanceStage.ResolvingVariables && frame.Plan.Handles is not null)
        {
            frame.TakeRareState().HasHandles = true;
        }

        if (entry.TryGet(RootStateKey, out SnapshotNode state))
        {
            frame.TakeRareState().State = reader.Values.Read(state, typeof(object), new ValueOrigin("state", "root", frame.Activity));
        }

        if (entry.TryGet(PropertiesKey, out SnapshotNode properties))
        {
            LoadProperties(frame, properties, reader);
        }
    }

    private static void WriteInputs(Frame frame, SnapshotWriter writer)
    {
        writer.Json.WriteStartObject(InputsKey);
        foreach (RuntimeArgument argument in frame.Plan.Declared ?? [])
        {
            // An input that is not an argument of the activity is never used.
            if (frame.Overrides!.TryGetValue(argument.Name!, out object? value))
            {
                writer.Values.Write(argument.Name!, value, argument.Type, new ValueOrigin("input", argument.Name!, frame.Activity));
            }
        }

        writer.Json.WriteEndObject();
    }

    private static Dictionary<string, object?> ReadInputs(Frame frame, SnapshotNode inputs, SnapshotReader reader)
    {
        if (frame.Number == Frame.NoActivity)
        {
            throw inputs.Invalid("belongs to an instance without an activity");
        }

        Dictionary<string, object?> values = [];
        foreach (SnapshotNode encoded in inputs.Members())
        {
            RuntimeArgument declared = frame.Plan.Declared?.FirstOrDefault(argument => argument.Name == encoded.Name)
                ?? throw encoded.Invalid("is not an argument of the activity");

            // A narrower number type than the declared one is allowed. A value of a wrong type fails when the argument is evaluated, as without a save.
            values[encoded.Name] = reader.Values.ReadAny(encoded, declared.Type, new ValueOrigin("input", encoded.Name, frame.Activity));
        }

        return values;
    }

    private static void WriteRareState(Frame frame, FrameRareState rareState, SnapshotWriter writer)
    {
        if (rareState.State is not null)
        {
            writer.Values.Write(RootStateKey, rareState.State, typeof(object), new ValueOrigin("state", "root", frame.Activity));
        }

        if (rareState.Properties is not { Count: > 0 } properties)
        {
            return;
        }

        writer.Json.WriteStartArray(PropertiesKey);
        foreach (PropertyEntry property in properties)
        {
            writer.Json.WriteStartObject();
            if (!HasOwnName(property))
            {
                writer.WriteText(NameKey, property.Name, new ValueOrigin("execution property", property.Name, frame.Activity));
            }

            writer.Values.Write(ValueKey, property.Value, typeof(object), new ValueOrigin("execution property", property.Name, frame.Activity));
            writer.Json.WriteBoolean(OnlyPublicKey, property.OnlyPublic);
            writer.Json.WriteEndObject();
        }

        writer.Json.WriteEndArray();
    }

    /// <summary>Returns true for a handle under the name of its class, because the class may have another name when the instance is loaded.</summary>
    private static bool HasOwnName(PropertyEntry property) => property.Value is Handle handle && handle.ExecutionPropertyName == property.Name;

    private static void LoadProperties(Frame frame, SnapshotNode properties, SnapshotReader reader)
    {
        List<PropertyEntry> loaded = frame.TakeRareState().Properties = [];
        foreach (SnapshotNode property in properties.Items())
        {
            string? name = property.TryGet(NameKey, out SnapshotNode named) ? named.Text() : null;
            object? value = reader.Values.Read(property.Get(ValueKey), typeof(object), new ValueOrigin("execution property", name ?? "handle", frame.Activity));
            name ??= (value as Handle)?.ExecutionPropertyName ?? throw property.Invalid($"has no '{NameKey}'");
            loaded.Add(new PropertyEntry(name, value ?? throw named.Invalid("is an execution property without a value"), property.Get(OnlyPublicKey).Flag()));
        }
    }
}
