using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>The frames and environments of one executor that are free to be used.</summary>
internal sealed class FrameStore(RunContext run, EvaluationContexts evaluations)
{
    private readonly Program _program = run.Program;
    private readonly Bucket<Frame>[] _frames = new Bucket<Frame>[run.Program.Shapes.Length];
    private readonly Bucket<LocationEnvironment>[] _arguments = new Bucket<LocationEnvironment>[run.Program.Delegates.Length];

    /// <summary>The state of the instances that begin and end here. Only another one can outlive its use of the store.</summary>
    private readonly InstanceState _own = run.State;

    /// <summary>The instance has a state of its own, with which it can leave.</summary>
    private bool _servesOther;

    /// <summary>A frame that the caller owns until it returns it. One that is free belongs to the executor's own state.</summary>
    public Frame Take(int shape) => _servesOther ? TakeForOther(shape) : _frames[shape].Take() ?? new Frame(_own);

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

    /// <summary>The arguments of a delegate, for one handler.</summary>
    public LocationEnvironment TakeArguments(int number)
    {
        LocationEnvironment environment = (_servesOther ? _arguments[number].TakeForOther() : _arguments[number].Take()) ?? new LocationEnvironment(_program.Shapes[_program.Delegates[number].Shape]);
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

    /// <summary>
    /// A frame that stays with the executor. It belongs to the executor's own state whatever instance it serves: that state leads to the same port, and a check
    /// at each use would take a tenth of the time of an empty activity.
    /// </summary>
    public Frame TakeForExecutor(int shape) => (_servesOther ? _frames[shape].TakeForOther() : _frames[shape].Take()) ?? new Frame(_own);

    /// <summary>Leaves an instance with a state of its own.</summary>
    public void LeaveOther()
    {
        _servesOther = false;
        evaluations.Leave();
    }

    /// <summary>Drops the references of a free frame to the instance that it was a part of: as long as the frame is free, they would keep that in memory.</summary>
    public void Unlink(Frame frame)
    {
        frame.Instance = _own;
        frame.Parent = null;
        frame.LastChild = null;
        frame.PreviousSibling = null;
        frame.NextSibling = null;
        frame.DelegateArguments = null;
        frame.ForgetSchedule();
        frame.Environment = frame.Own;
        if (frame.Own is { } own)
        {
            own.Parent = null;
        }
    }

    private Frame TakeForOther(int shape)
    {
        Frame frame = _frames[shape].TakeForOther() ?? new Frame(_own);
        frame.Instance = run.State;
        return frame;
    }

    /// <summary>Free objects of one shape.</summary>
    private struct Bucket<T>
        where T : class
    {
        /// <summary>More than a wide workflow uses at once again and again; what exceeds it is left to the garbage collector.</summary>
        private const int Capacity = 1024;

        private Place[]? _free;
        private int _count;

        /// <summary>Takes a free object, which comes back; null: there is none.</summary>
        public T? Take() => _count == 0 ? null : _free![--_count].Item;

        /// <summary>Takes a free object for an instance that can leave with it, so that no reference to it stays here; null: there is none.</summary>
        public T? TakeForOther()
        {
            T? item = Take();
            if (item is not null)
            {
                _free![_count].Item = null;
            }

            return item;
        }

        public void Return(T item)
        {
            if ((_free is null || _count == _free.Length) && !TryGrow())
            {
                return;
            }

            // A loop brings the same object back to the same place: the store, and the collector's note of it, is saved.
            ref Place place = ref _free![_count++];
            if (!ReferenceEquals(place.Item, item))
            {
                place.Item = item;
            }
        }

        /// <summary>Makes room for one more; false when there are enough. Not inlined, so that its callers can be.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private bool TryGrow()
        {
            if (_count == Capacity)
            {
                return false;
            }

            Array.Resize(ref _free, Math.Max(4, _count * 2));
            return true;
        }

        /// <summary>A structure, because the elements of an array of references are checked at each access in generic code.</summary>
        private struct Place
        {
            public T? Item;
        }
    }
}
