namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// The current position of a state machine. A leaf is a state without inner states. At most one initialization, finalization or handler runs at a time.
/// </summary>
[Serializable]
internal sealed class StateMachineProgress(string initialState)
{
    // The history is saved with the instance, so its length is limited.
    public const int LongestHistory = 100;

    /// <summary>The leaf that is being entered, or that was entered last.</summary>
    public string Target { get; set; } = initialState;

    /// <summary>The leaf that is entered next, as soon as nothing runs; null if there is none.</summary>
    public string? Next { get; set; }

    /// <summary>The current leaf; null before the first leaf is entered.</summary>
    public string? Current { get; private set; }

    /// <summary>The leaf before the current leaf; null if there is none.</summary>
    public string? Previous { get; private set; }

    /// <summary>True while an initialization, finalization or handler runs, or a transition is in progress.</summary>
    public bool IsBusy { get; set; } = true;

    public bool IsCompleted { get; set; }

    /// <summary>The active states, from the outermost to the innermost.</summary>
    public List<StateActivity> Active { get; } = [];

    /// <summary>The names of the queues whose items arrived while the state machine was busy.</summary>
    public Queue<IComparable> Pending { get; } = new();

    /// <summary>The leaves that were entered last, the newest first. Each entry replaces the array, so any thread can read it.</summary>
    public string[] History { get; private set; } = [];

    public void Enter(string leaf)
    {
        History = [leaf, .. History.Take(LongestHistory - 1)];
        Previous = Current;
        Current = leaf;
    }
}
