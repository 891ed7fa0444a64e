using Workflow.Data;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Checks chains of locations that are bound to other locations. Reading a value follows its chain by recursion, so a chain must be short and must not lead to
/// itself.
/// </summary>
internal sealed class TargetChains
{
    /// <summary>The length of the chain from each location that was visited.</summary>
    private readonly Dictionary<Location, int> _known = new(ReferenceEqualityComparer.Instance);

    private readonly List<Location> _path = [];

    /// <summary>The number of locations that were visited.</summary>
    public int Count => _known.Count;

    public void Clear()
    {
        _known.Clear();
        _path.Clear();
    }

    /// <summary>
    /// Returns the first slot with a chain that is too long; -1 if there is none. Each location is visited once, however many locations lead to it.
    /// </summary>
    public int FindTooLong(LocationEnvironment environment)
    {
        for (int slot = 0; slot < environment.Slots.Length; slot++)
        {
            if (environment.Slots[slot].Target is not null && !Follow(environment.Slots[slot]))
            {
                return slot;
            }
        }

        return -1;
    }

    private bool Follow(Location from)
    {
        _path.Clear();
        int length = 0;
        for (Location? next = from; next is not null; next = next.Target)
        {
            if (_known.TryGetValue(next, out length))
            {
                break;
            }

            _path.Add(next);
            if (_path.Count > SnapshotLimits.TargetChain)
            {
                return false;
            }
        }

        for (int i = _path.Count - 1; i >= 0; i--)
        {
            _known.Add(_path[i], ++length);
        }

        return length <= SnapshotLimits.TargetChain;
    }
}
