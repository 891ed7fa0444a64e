using System.Diagnostics;
using Workflow.Definition;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Inline;

/// <summary>
/// The frames of activities that begin and end before anything else can happen. They stay here, because such an activity instance is never linked to its
/// parent.
/// </summary>
internal sealed class InlineFrameCache(RunContext run, FrameStore frames)
{
    /// <summary>
    /// The number of frames used in rotation for the application's code activities of one shape, so that a context that an activity kept is disposed while the
    /// next activity runs (rule 1.11). The frame after them is for shipped activities, which keep no context.
    /// </summary>
    private const int Turns = 4;

    /// <summary>The number of bits of a position within a shape. Each shape has eight positions, of which the first five are used.</summary>
    private const int PlaceBits = 3;

    private readonly Frame?[] _leaves = new Frame?[run.Program.Shapes.Length << PlaceBits];

    /// <summary>The positions that have ever had a leaf, each once. A program has many positions and uses few.</summary>
    private readonly List<int> _usedPlaces = [];
    private readonly bool[] _isUsed = new bool[run.Program.Shapes.Length << PlaceBits];

    /// <summary>
    /// The index of the frame used last. It stays below <see cref="Turns"/>: an executor serves instances for as long as the process runs, and a counter of all
    /// leaves would overflow.
    /// </summary>
    private int _turn;
    private int _last;

    /// <summary>The leaf that was borrowed last.</summary>
    public Frame Last => _leaves[_last]!;

    public Frame Borrow(ActivityPlan plan)
    {
        _last = (plan.Shape << PlaceBits) + ((plan.Flags & PlanFlags.IsShipped) != 0 ? Turns : _turn = (_turn + 1) & (Turns - 1));
        return _leaves[_last] ?? Add(plan.Shape);
    }

    /// <summary>Makes a leaf an ordinary, linked activity instance that has not started yet.</summary>
    public void Promote(Frame leaf)
    {
        Debug.Assert(leaf.Has(InstanceFlags.IsLeaf), "Only a leaf is promoted, and once.");
        Debug.Assert(!leaf.Parent!.IsCompleted, "A leaf runs while its parent executes.");

        // Before anything can be scheduled again, because the next borrower must get another frame.
        GiveAway(leaf);
        leaf.Instance = run.State;
        leaf.Flags = InstanceFlags.None;
        leaf.CurrentState = ActivityInstanceState.Executing;
        leaf.Stage = InstanceStage.Created;
        leaf.IsCancellationRequested = false;
        leaf.ChildCount = 0;
        leaf.PendingWork = 0;
        leaf.Position = 0;

        // Last: from here on, other code can see the leaf, which must look like an instance that was scheduled in the ordinary way.
        FrameTree.Link(leaf.Parent!, leaf);
    }

    /// <summary>Drops the references of all leaves to the instance that leaves the executor.</summary>
    public void Leave()
    {
        foreach (int place in _usedPlaces)
        {
            if (_leaves[place] is { } leaf)
            {
                frames.Unlink(leaf);
            }
        }
    }

    private void GiveAway(Frame leaf)
    {
        // Nearly always the leaf that was borrowed last.
        int place = ReferenceEquals(_leaves[_last], leaf) ? _last : Array.IndexOf(_leaves, leaf);
        if (place >= 0)
        {
            _leaves[place] = null;
        }
    }

    private Frame Add(int shape)
    {
        Frame leaf = frames.TakeForExecutor(shape);
        leaf.CurrentState = ActivityInstanceState.Executing;
        leaf.Flags = InstanceFlags.IsLeaf;
        leaf.ForgetSchedule();
        leaf.DropOtherContext();
        _leaves[_last] = leaf;
        if (!_isUsed[_last])
        {
            _isUsed[_last] = true;
            _usedPlaces.Add(_last);
        }

        return leaf;
    }
}
