namespace Workflow.Tracking.Etw.Profiles;

/// <summary>What was looked up in vain and has been reported, until something changes.</summary>
/// <remarks>Safe from any thread.</remarks>
internal sealed class MissingProfiles
{
    private readonly Lock _gate = new();
    private readonly HashSet<(string Name, string ActivityDefinitionId)> _reported = [];
    private int _generation;

    /// <summary>Whether it is to be reported: for the first time since the last change.</summary>
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
