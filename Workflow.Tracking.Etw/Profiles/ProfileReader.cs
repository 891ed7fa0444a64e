namespace Workflow.Tracking.Etw.Profiles;

/// <summary>Reads profiles from JSON. An unknown member is an error: a misspelled member would silently change what is tracked.</summary>
internal static class ProfileReader
{
    /// <summary>The byte order mark that editors write at the beginning of UTF-8 files.</summary>
    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    public static IReadOnlyList<TrackingProfile> Read(ReadOnlySpan<byte> json)
    {
        JsonValue root = JsonValue.Parse(json.StartsWith(ByteOrderMark) ? json[ByteOrderMark.Length..] : json);
        List<TrackingProfile> profiles = [];
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        foreach (JsonValue profile in Member(root, "profiles").Items)
        {
            JsonValue name = Member(profile, "name");
            if (!names.Add(NotEmpty(name)))
            {
                throw name.Error($"The profile '{name.Text}' appears twice; names do not differ by case.");
            }

            profiles.AddRange(ReadWorkflows(profile, name.Text));
        }

        OnlyMembers(root, "$schema", "profiles");
        return profiles;
    }

    private static List<TrackingProfile> ReadWorkflows(JsonValue value, string name)
    {
        OnlyMembers(value, "name", "workflows");
        List<TrackingProfile> profiles = [];
        foreach (JsonValue workflow in Member(value, "workflows").Items)
        {
            TrackingProfile profile = ReadWorkflow(workflow, name);
            if (profiles.Exists(other => other.ActivityDefinitionId == profile.ActivityDefinitionId))
            {
                throw workflow.Error($"The profile '{name}' has the workflow '{profile.ActivityDefinitionId}' twice.");
            }

            profiles.Add(profile);
        }

        return profiles;
    }

    private static TrackingProfile ReadWorkflow(JsonValue value, string name)
    {
        OnlyMembers(value, "activityDefinitionId", "implementationVisibility", "queries");
        TrackingProfile profile = new()
        {
            Name = name,
            ActivityDefinitionId = value.Members.TryGetValue("activityDefinitionId", out JsonValue? id) ? id.Text : "*",
        };
        if (value.Members.TryGetValue("implementationVisibility", out JsonValue? visibility))
        {
            profile.ImplementationVisibility = visibility.Text switch
            {
                nameof(ImplementationVisibility.All) => ImplementationVisibility.All,
                nameof(ImplementationVisibility.RootScope) => ImplementationVisibility.RootScope,
                _ => throw visibility.Error($"The visibility '{visibility.Text}' is unknown; write 'RootScope' or 'All'."),
            };
        }

        foreach ((string kind, JsonValue queries) in Member(value, "queries").Members)
        {
            QueryReader.Read(kind, queries, profile.Queries);
        }

        return profile;
    }

    public static JsonValue Member(JsonValue value, string name) =>
        value.Members.TryGetValue(name, out JsonValue? member) ? member : throw value.Error($"The member '{name}' is missing.");

    public static string NotEmpty(JsonValue value) => value.Text.Length > 0 ? value.Text : throw value.Error("A text that is not empty is expected here.");

    public static void OnlyMembers(JsonValue value, params ReadOnlySpan<string> names)
    {
        foreach ((string name, JsonValue member) in value.Members)
        {
            if (!names.Contains(name))
            {
                throw member.Error($"The member '{name}' is unknown; there may be {string.Join(", ", names.ToArray().Select(known => $"'{known}'"))}.");
            }
        }
    }
}
