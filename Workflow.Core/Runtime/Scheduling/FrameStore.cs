using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>The free frames and environments of one executor.</summary>
internal sealed class FrameStore(RunContext run, EvaluationContexts evaluations)
{
    private readonly Program _program = run.Program;
    private readonly Bucket<Frame>[] _frames = new Bucket<Frame>[run.Program.Shapes.Length];
    private readonly Bucket<LocationEnvironment>[] _arguments = new Bucket<LocationEnvironment>[run.Program.Delegates.Length];

    /// <summary>The state of the instances that begin and end in this executor. Only an instance with another state can outlive its use of the store.</summary>
    private readonly InstanceState _own = run.State;

    /// <summary>True while the instance has a state of its own, with which it can leave the executor.</summary>
    private bool _servesOther;

    /// <summary>Takes a frame, which the caller owns until it returns the frame. A free frame belongs to the executor's own state.</summary>
    public Frame Take(int shape) => _servesOther ? TakeForOther(shape) : _frames[shape].Take() ?? new Frame(_own);

    public void Return(Frame frame, int shape)
    {
        if (_servesOther)
        {
            // Before it is free: an idle executor must not keep an instance in memory that went on elsewhere.
            Unlink(frame);
        }

        _frames[shape].Return(frame);
    }

    /// <summary>Makes the store serve an instance with a state of its own.</summary>
    public void ServeOther() => _servesOther = true;

    /// <summary>Takes an environment for the arguments of a delegate, for one handler.</summary>
    public LocationEnvironment TakeArguments(int number)
    {
        LocationEnvironment environment = (_servesOther ? _arguments[number].TakeForOther() : _arguments[number].Take())
            ?? new LocationEnvironment(_program.Shapes[_program.Delegates[number].Shape]);
        environment.Clear(_program.Delegates[number].ClearedAtStart);
        return environment;
    }

    public void ReturnArguments(LocationEnvironment environment, int number)
    {
        // A value of the workflow refers to a captured environment, also after the handler has ended.
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
    /// Takes a frame that stays with the executor. The frame belongs to the executor's own state whatever instance it serves: that state leads to the same
    /// port, and a check at each use would take a tenth of the time of an empty activity.
    /// </summary>
    public Frame TakeForExecutor(int shape) => (_servesOther ? _frames[shape].TakeForOther() : _frames[shape].Take()) ?? new Frame(_own);

    /// <summary>Stops serving an instance with a state of its own.</summary>
    public void LeaveOther()
    {
        _servesOther = false;
        evaluations.Leave();
    }

    /// <summary>Clears the references of a free frame to its former instance, because they would keep that instance in memory.</summary>
    public void Unlink(Frame frame)
    {
        frame.Instance = _own;
        frame.Parent = null;
        frame.LastChild = null;
        frame.PreviousSibling = null;
        frame.NextSibling = null;
        frame.DelegateArguments = null;
        frame.ClearSchedule();
        frame.Environment = frame.Own;
        if (frame.Own is { } own)
        {
            own.Parent = null;
        }
    }

    private Frame TakeForOther(int shape)
    {
        Frame frame = _frames[shape].TakeForOther() ?? new Frame(_own);

        // Set at each use and not once: the frame can leave with the instance and is then no longer the executor's.
        frame.Instance = run.State;
        return frame;
    }

    /// <summary>Free objects of one shape.</summary>
    private struct Bucket<T>
        where T : class
    {
        /// <summary>
        /// The maximum number of free objects, more than a wide workflow uses repeatedly. Additional objects are left to the garbage collector.
        /// </summary>
        private const int Capacity = 1024;

        private Cell[]? _free;
        private int _count;

        /// <summary>Takes a free object that will be returned, so its reference stays in the array; null if there is none.</summary>
        public T? Take() => _count == 0 ? null : _free![--_count].Item;

        /// <summary>Takes a free object for an instance that can leave with it, so its reference is removed from the array; null if there is none.</summary>
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

            // A loop returns the same object to the same position. An unchanged reference is not written again, to avoid the GC write barrier.
            ref Cell cell = ref _free![_count++];
            if (!ReferenceEquals(cell.Item, item))
            {
                cell.Item = item;
            }
        }

        /// <summary>Enlarges the array; returns false if it has reached its maximum. Not inlined, so that its callers can be.</summary>
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

        /// <summary>A structure, because generic code checks each access to the elements of an array of references.</summary>
        private struct Cell
        {
            public T? Item;
        }
    }
}
