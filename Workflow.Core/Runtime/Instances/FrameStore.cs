using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Execution;

namespace Workflow.Runtime.Instances;

/// <summary>The frames and environments of one executor that are free to be used.</summary>
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
    private readonly Bucket<Frame>[] _frames = new Bucket<Frame>[run.Program.Shapes.Length];
    private readonly Bucket<LocationEnvironment>[] _arguments = new Bucket<LocationEnvironment>[run.Program.Delegates.Length];
    private readonly Frame?[] _leaves = new Frame?[run.Program.Shapes.Length << LeafBits];

    /// <summary>The leaves that an instance with a state of its own has used, and that must not keep it in memory.</summary>
    private readonly List<Frame> _usedLeaves = [];

    /// <summary>The state of the instances that begin and end here. Only another one can outlive its use of the store.</summary>
    private readonly InstanceState _own = run.State;

    private int _turn;
    private int _lastLeaf;

    private bool ServesOther => !ReferenceEquals(run.State, _own);

    /// <summary>A frame that the caller owns until it returns it.</summary>
    public Frame Take(int shape)
    {
        Frame? frame = _frames[shape].Take(forgets: ServesOther);
        if (frame is null)
        {
            return new Frame(run.State);
        }

        if (!ReferenceEquals(frame.Instance, run.State))
        {
            frame.Instance = run.State;
        }

        return frame;
    }

    public void Return(Frame frame, int shape)
    {
        if (ServesOther)
        {
            Unlink(frame);
        }

        _frames[shape].Return(frame);
    }

    /// <summary>A frame that stays here: for an instance that starts and ends before anything else happens.</summary>
    public Frame BorrowLeaf(int shape, bool isShipped)
    {
        _lastLeaf = (shape << LeafBits) + (isShipped ? Turns : ++_turn & (Turns - 1));
        Frame leaf = _leaves[_lastLeaf] ?? AddLeaf(shape);
        if (!ReferenceEquals(leaf.Instance, run.State))
        {
            leaf.Instance = run.State;
            _usedLeaves.Add(leaf);
        }

        return leaf;
    }

    /// <summary>The frame that was borrowed last.</summary>
    public Frame LastLeaf => _leaves[_lastLeaf]!;

    /// <summary>Makes a borrowed frame an ordinary, linked instance that has not started yet.</summary>
    public void Promote(Frame leaf)
    {
        GiveLeafAway(leaf);
        leaf.Flags = InstanceFlags.None;
        leaf.CurrentState = ActivityInstanceState.Executing;
        leaf.Stage = InstanceStage.Created;
        leaf.IsCancellationRequested = false;
        leaf.ChildCount = 0;
        leaf.Holds = 0;
        leaf.Position = 0;
        FrameTree.Link(leaf.Parent!, leaf);
    }

    /// <summary>The arguments of a delegate, for one handler.</summary>
    public LocationEnvironment TakeArguments(int number)
    {
        LocationEnvironment environment = _arguments[number].Take(forgets: ServesOther) ?? new LocationEnvironment(_program.Shapes[_program.Delegates[number].Shape]);
        environment.Clear(_program.Delegates[number].ClearedAtStart);
        return environment;
    }

    public void ReturnArguments(LocationEnvironment environment, int number)
    {
        if (environment.IsCaptured)
        {
            return;
        }

        environment.Clear(_program.Delegates[number].ClearedAtEnd);
        if (ServesOther)
        {
            environment.Parent = null;
        }

        _arguments[number].Return(environment);
    }

    /// <summary>Drops the references that leaves have to the instance that is left.</summary>
    public void ForgetInstance()
    {
        foreach (Frame leaf in _usedLeaves)
        {
            // One that was promoted is a part of the instance.
            if (leaf.Has(InstanceFlags.IsLeaf))
            {
                Unlink(leaf);
            }
        }

        _usedLeaves.Clear();
    }

    /// <summary>Drops the references of a free frame to the instance that it was a part of: as long as the frame is free, they would keep that in memory.</summary>
    private void Unlink(Frame frame)
    {
        frame.Instance = _own;
        frame.Parent = null;
        frame.LastChild = null;
        frame.PreviousSibling = null;
        frame.NextSibling = null;
        frame.DelegateArguments = null;
        frame.Overrides = null;
        frame.Environment = frame.Own;
        if (frame.Own is { } own)
        {
            own.Parent = null;
        }
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

    private Frame AddLeaf(int shape)
    {
        Frame leaf = Take(shape);
        leaf.CurrentState = ActivityInstanceState.Executing;
        leaf.Flags = InstanceFlags.IsLeaf;
        leaf.ResultStep = null;
        leaf.Overrides = null;
        _leaves[_lastLeaf] = leaf;
        if (ServesOther)
        {
            _usedLeaves.Add(leaf);
        }

        return leaf;
    }

    /// <summary>Free objects of one shape.</summary>
    private struct Bucket<T>
        where T : class
    {
        /// <summary>More than a wide workflow uses at once again and again; what exceeds it is left to the garbage collector.</summary>
        private const int Capacity = 1024;

        private T?[]? _free;
        private int _count;

        /// <summary>Takes a free object; null: there is none.</summary>
        /// <param name="forgets">The object may never come back, so that no reference to it stays here.</param>
        public T? Take(bool forgets)
        {
            if (_count == 0)
            {
                return null;
            }

            ref T? place = ref _free![--_count];
            T item = place!;
            if (forgets)
            {
                place = null;
            }

            return item;
        }

        public void Return(T item)
        {
            if (_free is null)
            {
                _free = new T[4];
            }
            else if (_count == _free.Length)
            {
                if (_count == Capacity)
                {
                    return;
                }

                Array.Resize(ref _free, _count * 2);
            }

            // A loop brings the same object back to the same place: the store, and the collector's note of it, is saved.
            ref T? place = ref _free[_count++];
            if (!ReferenceEquals(place, item))
            {
                place = item;
            }
        }
    }
}
