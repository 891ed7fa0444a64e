namespace Workflow.Testing;

/// <summary>Counts the points at which the process may be lost, and simulates the loss at one of them.</summary>
/// <param name="target">The number of the point, from 1; 0 for none.</param>
internal sealed class CrashPoints(int target)
{
    private readonly List<string> _passed = [];

    /// <summary>The points that the run has passed, up to and including the loss.</summary>
    public IReadOnlyList<string> Passed => _passed;

    /// <summary>True if the process is lost. Its code has no further effect.</summary>
    public bool IsLost { get; private set; }

    /// <summary>Called when the process is lost, before any other code runs.</summary>
    public Action? Lost { get; set; }

    /// <summary>Passes a point. Returns true if the process is lost at this point or was lost before.</summary>
    public bool Pass(string point)
    {
        if (IsLost)
        {
            return true;
        }

        _passed.Add(point);
        if (_passed.Count != target)
        {
            return false;
        }

        IsLost = true;
        Lost?.Invoke();
        return true;
    }
}
