namespace Workflow.Interop.Legacy.Activities;

/// <summary>Where a state machine is. At most one initialization, finalization or handler runs at a time.</summary>
[Serializable]
internal sealed class StateMachine(string initialState)
{
    // It is saved with the instance.
    public const int LongestHistory = 100;

    /// <summary>The leaf that is being entered, or that was entered last.</summary>
    public string Target { get; set; } = initialState;

    /// <summary>The leaf that follows as soon as nothing runs; null: none.</summary>
    public string? Next { get; set; }

    /// <summary>The leaf in which the machine is; null before the first.</summary>
    public string? Current { get; private set; }

    /// <summary>The leaf in which the machine was before; null if there is none.</summary>
    public string? Previous { get; private set; }

    /// <summary>Whether something runs, or states change.</summary>
    public bool IsBusy { get; set; } = true;

    public bool IsCompleted { get; set; }

    /// <summary>The states in which the machine is, the outermost first.</summary>
    public List<StateActivity> Active { get; } = [];

    /// <summary>Queues whose items came while something ran.</summary>
    public Queue<IComparable> Pending { get; } = new();

    /// <summary>The leaves that were entered last, the newest first. A new array each time: any thread may read it.</summary>
    public string[] History { get; private set; } = [];

    public void Enter(string leaf)
    {
        History = [leaf, .. History.Take(LongestHistory - 1)];
        Previous = Current;
        Current = leaf;
    }
}
