namespace Workflow.Tracking.Etw.Profiles;

/// <summary>The profiles that were not found and have been reported since the last change of profiles.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class MissingProfiles
{
    private readonly Lock _gate = new();
    private readonly HashSet<(string Name, string ActivityDefinitionId)> _reported = [];
    private int _generation;

    /// <summary>Returns true if the missing profile must be reported, because it was not reported since the last change.</summary>
    public bool Add(string name, string activityDefinitionId, int generation)
    {
        lock (_gate)
        {
            if (generation != _generation)
            {
                _generation = generation;
                _reported.Clear();
            }

            return _reported.Add((name, activityDefinitionId));
        }
    }
}
