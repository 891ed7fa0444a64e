using System.Collections.Frozen;

namespace Workflow.Tracking.Etw.Profiles;

/// <summary>Profiles by name and, for each name, by workflow. Immutable.</summary>
internal sealed class ProfileTable
{
    private const string AnyWorkflow = "*";

    private readonly FrozenDictionary<string, FrozenDictionary<string, TrackingProfile>> _byName;

    /// <summary>
    /// Creates a table. A name in <paramref name="own"/> replaces all standard profiles of this name. Of two profiles with the same name and workflow, the
    /// later one is used.
    /// </summary>
    public ProfileTable(IEnumerable<TrackingProfile> standard, IEnumerable<TrackingProfile> own)
    {
        Dictionary<string, FrozenDictionary<string, TrackingProfile>> byName = new(StringComparer.OrdinalIgnoreCase);
        Add(byName, standard);
        Add(byName, own);
        _byName = byName.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);
    }

    public TrackingProfile? Find(string name, string activityDefinitionId) =>
        _byName.TryGetValue(name, out FrozenDictionary<string, TrackingProfile>? workflows)
            ? workflows.GetValueOrDefault(activityDefinitionId) ?? workflows.GetValueOrDefault(AnyWorkflow)
            : null;

    private static void Add(Dictionary<string, FrozenDictionary<string, TrackingProfile>> byName, IEnumerable<TrackingProfile> profiles)
    {
        foreach (IGrouping<string, TrackingProfile> group in profiles.GroupBy(profile => profile.Name!, StringComparer.OrdinalIgnoreCase))
        {
            byName[group.Key] = group.ToFrozenDictionary(profile => profile.ActivityDefinitionId ?? AnyWorkflow, StringComparer.Ordinal);
        }
    }
}
