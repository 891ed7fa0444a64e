namespace Workflow.Extensions.Hosting;

/// <summary>
/// Lets definitions take turns when their instances are loaded: after a number of instances in one round, a definition is passed over until all others have had theirs. Thread-safe.
/// </summary>
/// <param name="definitions">The number of definitions that are registered. With one, there is nothing to share.</param>
internal sealed class DefinitionTurns(int definitions)
{
    /// <summary>The number of instances in a turn. The end of a round costs one call of the store that finds nothing, so it must not come for each instance.</summary>
    public const int Length = 32;

    private readonly Lock _gate = new();
    private readonly Dictionary<WorkflowIdentity, int> _loaded = [];
    private volatile IReadOnlyCollection<WorkflowIdentity> _passed = [];

    /// <summary>The definitions that have had their turn in this round.</summary>
    public IReadOnlyCollection<WorkflowIdentity> Passed => _passed;

    /// <summary>An instance of a definition is loaded.</summary>
    public void Take(WorkflowIdentity identity)
    {
        lock (_gate)
        {
            if (definitions > 1 && (_loaded[identity] = _loaded.GetValueOrDefault(identity) + 1) == Length)
            {
                _passed = [.. _passed, identity];
            }
        }
    }

    /// <summary>Nothing of other definitions is runnable.</summary>
    /// <returns>True if a new round begins, in which those that were passed over may have something; false if none was.</returns>
    public bool TryBegin()
    {
        lock (_gate)
        {
            bool hasPassed = _passed.Count > 0;
            _loaded.Clear();
            _passed = [];
            return hasPassed;
        }
    }
}
