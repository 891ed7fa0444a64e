using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>
/// The branches of a choice that cannot be counted by the runs of activities. An argument in a record of the choice has the value that selects the branch.
/// </summary>
internal sealed class CoveredChoice(string state, string argument)
{
    private readonly List<(object? Value, CoveredPart? Part)> _branches = [];

    /// <summary>The branch for all other values; null if this branch is not counted.</summary>
    public CoveredPart? Otherwise { get; set; }

    /// <summary>Adds the branch of a value; null if this branch is not counted.</summary>
    public void Add(object? value, CoveredPart? part) => _branches.Add((value, part));

    /// <summary>Counts the branch that the record shows. Ignores records of other states, and records without the argument.</summary>
    public void Count(ActivityStateRecord record)
    {
        if (record.State != state || !record.Arguments.TryGetValue(argument, out object? value))
        {
            return;
        }

        int index = _branches.FindIndex(branch => Equals(branch.Value, value));
        if ((index < 0 ? Otherwise : _branches[index].Part) is { } part)
        {
            part.Count++;
        }
    }
}
