using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Execution;

namespace Workflow.Runtime.Instances;

/// <summary>The frames and environments of one execution that are free to be used.</summary>
internal sealed class FrameStore(RunContext run)
{
    /// <summary>
    /// How many frames take turns for the user's code activities of one shape: a context that an activity kept is found to be
    /// disposed by whoever runs next (rule 1.11). The one behind them is for shipped activities, which keep none.
    /// </summary>
    private const int Turns = 4;

    /// <summary>Each shape has eight places for leaves, of which the first five are used.</summary>
    private const int LeafBits = 3;

    private readonly Program _program = run.Program;
    private readonly Shelf[] _shelves = new Shelf[run.Program.Shapes.Length];
    private readonly Frame?[] _leaves = new Frame?[run.Program.Shapes.Length << LeafBits];
    private readonly DelegateEnvironments[] _environments = new DelegateEnvironments[run.Program.Delegates.Length];

    private int _turn;
    private int _lastLeaf;

    /// <summary>A frame that the caller owns until it returns it.</summary>
    public Frame Take(int shape)
    {
        ref Shelf shelf = ref _shelves[shape];
        if (shelf.Count == 0)
        {
            return new Frame(run.State);
        }

        Frame frame = shelf.Free[--shelf.Count];

        // The instance that used it last may live on elsewhere, idle, with its state.
        if (!ReferenceEquals(frame.Instance, run.State))
        {
            frame.Instance = run.State;
        }

        return frame;
    }

    public void Return(Frame frame, int shape)
    {
        ref Shelf shelf = ref _shelves[shape];
        if (shelf.Free is null)
        {
            shelf.Free = new Frame[4];
        }
        else if (shelf.Count == shelf.Free.Length)
        {
            Array.Resize(ref shelf.Free, shelf.Count * 2);
        }

        // A loop brings the same frame back to the same place: the store, and the collector's note of it, is saved.
        ref Frame slot = ref shelf.Free[shelf.Count++];
        if (!ReferenceEquals(slot, frame))
        {
            slot = frame;
        }
    }

    /// <summary>A frame that stays here: for an instance that starts and ends before anything else happens.</summary>
    public Frame BorrowLeaf(int shape, bool isShipped)
    {
        _lastLeaf = (shape << LeafBits) + (isShipped ? Turns : ++_turn & (Turns - 1));
        return _leaves[_lastLeaf] ?? AddLeaf(shape);
    }

    /// <summary>The frame that was borrowed last.</summary>
    public Frame LastLeaf => _leaves[_lastLeaf]!;

    /// <summary>Makes a borrowed frame an ordinary, linked instance that has not started yet.</summary>
    public void Promote(Frame leaf)
    {
        GiveLeafAway(leaf);
        leaf.Instance = run.State;
        leaf.Flags = InstanceFlags.None;
        leaf.CurrentState = ActivityInstanceState.Executing;
        leaf.Stage = InstanceStage.Created;
        leaf.IsCancellationRequested = false;
        leaf.ChildCount = 0;
        leaf.Holds = 0;
        leaf.Position = 0;
        FrameTree.Link(leaf.Parent!, leaf);
    }

    /// <summary>Gives a borrowed frame away: it has become the frame of an ordinary instance.</summary>
    private void GiveLeafAway(Frame leaf)
    {
        // Nearly always the one that was borrowed last.
        int place = ReferenceEquals(_leaves[_lastLeaf], leaf) ? _lastLeaf : Array.IndexOf(_leaves, leaf);
        if (place >= 0)
        {
            _leaves[place] = null;
        }
    }

    /// <summary>The arguments of a delegate: one environment stays at hand for each, more are made when handlers overlap.</summary>
    public LocationEnvironment RentArguments(int number)
    {
        ref DelegateEnvironments store = ref _environments[number];
        LocationEnvironment environment;
        if (store.First is { IsRented: false, IsCaptured: false } first)
        {
            environment = first;
        }
        else if (store.More is null || !store.More.TryPop(out environment!))
        {
            environment = new LocationEnvironment(_program.Shapes[_program.Delegates[number].Shape]);
            store.First ??= environment;
        }

        environment.IsRented = true;
        environment.Clear(_program.Delegates[number].ClearedAtStart);
        return environment;
    }

    public void ReturnArguments(LocationEnvironment environment, int number)
    {
        ref DelegateEnvironments store = ref _environments[number];
        if (environment.IsCaptured)
        {
            store.First = ReferenceEquals(store.First, environment) ? null : store.First;
            return;
        }

        environment.Clear(_program.Delegates[number].ClearedAtEnd);
        environment.IsRented = false;
        if (!ReferenceEquals(store.First, environment))
        {
            (store.More ??= new Stack<LocationEnvironment>()).Push(environment);
        }
    }

    /// <summary>Gives the arguments of a running handler away: whoever runs the instance next takes them back in its own store.</summary>
    public void GiveArgumentsAway(LocationEnvironment environment, int number)
    {
        ref DelegateEnvironments store = ref _environments[number];
        if (ReferenceEquals(store.First, environment))
        {
            store.First = null;
        }
    }

    private Frame AddLeaf(int shape)
    {
        Frame leaf = Take(shape);
        leaf.CurrentState = ActivityInstanceState.Executing;
        leaf.Flags = InstanceFlags.IsLeaf;
        leaf.ResultStep = null;
        leaf.Overrides = null;
        _leaves[_lastLeaf] = leaf;
        return leaf;
    }

    private struct Shelf
    {
        public Frame[] Free;
        public int Count;
    }

    private struct DelegateEnvironments
    {
        public LocationEnvironment? First;
        public Stack<LocationEnvironment>? More;
    }
}
