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

    /// <summary>The places that had a leaf at any time, each once: a program has many places and uses few.</summary>
    private readonly List<int> _usedPlaces = [];
    private readonly bool[] _isUsed = new bool[run.Program.Shapes.Length << LeafBits];

    /// <summary>
    /// The state of the instances that begin and end here. Only another one can outlive its use of the store. Leaves belong to it whatever instance they serve: it
    /// leads to the same port, and a check at each use would take a tenth of the time of an empty activity.
    /// </summary>
    private readonly InstanceState _own = run.State;

    private int _turn;
    private int _lastLeaf;

    /// <summary>The instance has a state of its own, with which it can leave.</summary>
    private bool _servesOther;

    /// <summary>A frame that the caller owns until it returns it. One that is free belongs to the executor's own state.</summary>
    public Frame Take(int shape)
    {
        Frame frame = _frames[shape].Take(forgets: _servesOther) ?? new Frame(_own);
        if (_servesOther)
        {
            frame.Instance = run.State;
        }

        return frame;
    }

    public void Return(Frame frame, int shape)
    {
        if (_servesOther)
        {
            Unlink(frame);
        }

        _frames[shape].Return(frame);
    }

    /// <summary>Serves an instance with a state of its own from now on.</summary>
    public void ServeOther() => _servesOther = true;

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

    /// <summary>The arguments of a delegate, for one handler.</summary>
    public LocationEnvironment TakeArguments(int number)
    {
        LocationEnvironment environment = _arguments[number].Take(forgets: _servesOther) ?? new LocationEnvironment(_program.Shapes[_program.Delegates[number].Shape]);
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
        if (_servesOther)
        {
            environment.Parent = null;
        }

        _arguments[number].Return(environment);
    }

    /// <summary>Leaves an instance with a state of its own, and drops the references that leaves have to it.</summary>
    public void LeaveOther()
    {
        _servesOther = false;
        foreach (int place in _usedPlaces)
        {
            if (_leaves[place] is { } leaf)
            {
                Unlink(leaf);
            }
        }
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
        leaf.Instance = _own;
        leaf.KeepLeafContext();
        _leaves[_lastLeaf] = leaf;
        if (!_isUsed[_lastLeaf])
        {
            _isUsed[_lastLeaf] = true;
            _usedPlaces.Add(_lastLeaf);
        }

        return leaf;
    }

    /// <summary>Free objects of one shape.</summary>
    private struct Bucket<T>
        where T : class
    {
        /// <summary>More than a wide workflow uses at once again and again; what exceeds it is left to the garbage collector.</summary>
        private const int Capacity = 1024;

        private Place[]? _free;
        private int _count;

        /// <summary>Takes a free object; null: there is none.</summary>
        /// <param name="forgets">The object may never come back, so that no reference to it stays here.</param>
        public T? Take(bool forgets)
        {
            if (_count == 0)
            {
                return null;
            }

            ref Place place = ref _free![--_count];
            T? item = place.Item;
            if (forgets)
            {
                place.Item = null;
            }

            return item;
        }

        public void Return(T item)
        {
            if (_free is null)
            {
                _free = new Place[4];
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
            ref Place place = ref _free[_count++];
            if (!ReferenceEquals(place.Item, item))
            {
                place.Item = item;
            }
        }

        /// <summary>A structure, because the elements of an array of references are checked at each access in generic code.</summary>
        private struct Place
        {
            public T? Item;
        }
    }
}
