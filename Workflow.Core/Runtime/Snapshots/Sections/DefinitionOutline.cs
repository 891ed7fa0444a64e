using System.Runtime.InteropServices;
using System.Text.Json;
using Workflow.Definition;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The part of the definition that an instance depends on: the outlines of the activities that its state mentions. Other parts of the definition may change
/// while the instance is saved, as long as the ids of these activities stay.
/// </summary>
internal static class DefinitionOutline
{
    private const string Key = "definition";

    private const string Advice = "register the change as the next version of the definition, and keep the one with which the instance was started";

    public static void Write(SnapshotWriter writer, TypeRegistry types)
    {
        writer.Json.WriteStartObject(Key);
        foreach (int number in writer.Mentioned())
        {
            writer.Json.WritePropertyName(writer.Layout.IdOf(number));
            writer.Json.WriteRawValue(writer.Layout.Outlines.JsonOf(number, types), skipInputValidation: true);
        }

        writer.Json.WriteEndObject();
    }

    /// <exception cref="SnapshotException">The definition has changed in a part that the instance depends on.</exception>
    public static void Check(SnapshotNode all, Program program, TypeRegistry types)
    {
        ProgramLayout layout = ProgramLayout.Of(program);
        List<(int Number, SnapshotNode Saved)>? changed = null;
        SnapshotNode? missing = null;
        SnapshotNode outlines = all.Get(Key);
        if (outlines.Element.ValueKind != JsonValueKind.Object)
        {
            throw outlines.Invalid("is not an object");
        }

        // The names are not converted to strings, because nearly always all outlines are equal.
        foreach (JsonProperty saved in outlines.Element.EnumerateObject())
        {
            if (!layout.TryFind(JsonMarshal.GetRawUtf8PropertyName(saved), out int number))
            {
                missing ??= new SnapshotNode(saved.Value, saved.Name);
            }
            else if (!JsonMarshal.GetRawUtf8Value(saved.Value).SequenceEqual(layout.Outlines.JsonOf(number, types)))
            {
                (changed ??= []).Add((number, new SnapshotNode(saved.Value, saved.Name)));
            }
        }

        if (changed is not null)
        {
            CheckChanged(changed, layout, types);
        }

        if (missing is { } removed)
        {
            throw Changed($"it has no activity '{removed.Name}' any more, where one of kind '{removed[0].Text()}' was", null);
        }
    }

    /// <summary>
    /// Reports the first difference. A change of the declarations of an activity is more specific than a change of the children of another activity, so it
    /// comes first.
    /// </summary>
    private static void CheckChanged(List<(int Number, SnapshotNode Saved)> changed, ProgramLayout layout, TypeRegistry types)
    {
        foreach (Func<OutlineDifference, string?> find in (Func<OutlineDifference, string?>[])
            [difference => difference.OfItself(), difference => difference.OfChildren()])
        {
            foreach ((int number, SnapshotNode saved) in changed)
            {
                Activity activity = layout.Program.Plans[number].Activity;
                if (find(new OutlineDifference(saved, layout.Outlines.Of(number), types, $"'{activity.DisplayName}' ({saved.Name})")) is { } problem)
                {
                    throw Changed(problem, activity.DisplayName);
                }
            }
        }
    }

    private static SnapshotException Changed(string problem, string? activity) =>
        new($"The instance cannot continue with the changed definition: {problem}; {Advice}.", Key, activity);
}
