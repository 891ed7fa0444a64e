namespace Workflow.Testing;

/// <summary>Counts the points at which the process may be lost, and is lost at one of them.</summary>
/// <param name="target">The number of the point, from 1; 0 for none.</param>
internal sealed class CrashPoints(int target)
{
    private readonly List<string> _passed = [];

    /// <summary>The points that the run has passed, up to the loss.</summary>
    public IReadOnlyList<string> Passed => _passed;

    /// <summary>The process is lost: nothing that its code still does has an effect.</summary>
    public bool IsLost { get; private set; }

    /// <summary>Called when the process is lost, before any code runs again.</summary>
    public Action? Lost { get; set; }

    /// <summary>Passes a point; true when the process is lost here, or was before.</summary>
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
