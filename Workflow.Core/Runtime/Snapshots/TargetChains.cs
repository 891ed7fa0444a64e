using Workflow.Data;

namespace Workflow.Runtime.Snapshots;

/// <summary>Places that lead to other places: to read the value follows them by recursion, so that none may lead on too often, nor to itself.</summary>
internal sealed class TargetChains
{
    /// <summary>Over how many others each place leads that has been followed.</summary>
    private readonly Dictionary<Location, int> _known = new(ReferenceEqualityComparer.Instance);

    private readonly List<Location> _way = [];

    /// <summary>The first slot that leads on too often; -1: there is none. Each place is followed once, however many lead to it.</summary>
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
        _way.Clear();
        int length = 0;
        for (Location? next = from; next is not null; next = next.Target)
        {
            if (_known.TryGetValue(next, out length))
            {
                break;
            }

            _way.Add(next);
            if (_way.Count > SnapshotLimits.Targets)
            {
                return false;
            }
        }

        for (int i = _way.Count - 1; i >= 0; i--)
        {
            _known.Add(_way[i], ++length);
        }

        return length <= SnapshotLimits.Targets;
    }
}
