namespace Workflow.Extensions.Hosting;

/// <summary>
/// Loads the instances of definitions fairly, in rounds: after <see cref="Length"/> loaded instances in one round, a definition is skipped until the other
/// definitions have no more runnable instances. Thread-safe.
/// </summary>
/// <param name="definitions">The number of registered definitions. With one definition, no definition is ever skipped.</param>
internal sealed class FairShare(int definitions)
{
    /// <summary>
    /// The maximum number of instances of a definition per round. The end of a round costs one store call that finds nothing, so a round must not end for each
    /// instance.
    /// </summary>
    public const int Length = 32;

    private readonly Lock _gate = new();
    private readonly Dictionary<WorkflowIdentity, int> _loaded = [];
    private volatile IReadOnlyCollection<WorkflowIdentity> _excluded = [];

    /// <summary>The definitions that have reached their maximum in this round.</summary>
    public IReadOnlyCollection<WorkflowIdentity> Excluded => _excluded;

    /// <summary>Counts a loaded instance of a definition.</summary>
    public void Take(WorkflowIdentity identity)
    {
        lock (_gate)
        {
            if (definitions > 1 && (_loaded[identity] = _loaded.GetValueOrDefault(identity) + 1) == Length)
            {
                _excluded = [.. _excluded, identity];
            }
        }
    }

    /// <summary>Starts a new round, because no other definition has a runnable instance.</summary>
    /// <returns>True if definitions were skipped in the previous round, so that they may have runnable instances; false if none were skipped.</returns>
    public bool TryBegin()
    {
        lock (_gate)
        {
            bool hasExcluded = _excluded.Count > 0;
            _loaded.Clear();
            _excluded = [];
            return hasExcluded;
        }
    }
}
