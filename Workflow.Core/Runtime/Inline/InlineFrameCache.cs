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
    private const int RotationSize = 4;

    /// <summary>The number of bits of a position within a shape. Each shape has eight positions, of which the first five are used.</summary>
    private const int PositionBits = 3;

    private readonly Frame?[] _leaves = new Frame?[run.Program.Shapes.Length << PositionBits];

    /// <summary>The positions that have ever had a leaf, each once. A program has many positions and uses few.</summary>
    private readonly List<int> _usedPositions = [];
    private readonly bool[] _isUsed = new bool[run.Program.Shapes.Length << PositionBits];

    /// <summary>
    /// The index of the frame used last. It stays below <see cref="RotationSize"/>: an executor serves instances for as long as the process runs, and a counter
    /// of all leaves would overflow.
    /// </summary>
    private int _rotation;
    private int _last;

    /// <summary>The frame that was taken last.</summary>
    public Frame Last => _leaves[_last]!;

    public Frame Take(ActivityPlan plan)
    {
        _last = (plan.Shape << PositionBits) + ((plan.Flags & PlanFlags.IsShipped) != 0 ? RotationSize : _rotation = (_rotation + 1) & (RotationSize - 1));
        return _leaves[_last] ?? Add(plan.Shape);
    }

    /// <summary>Makes a leaf an ordinary, linked activity instance that has not started yet.</summary>
    public void Materialize(Frame leaf)
    {
        Debug.Assert(leaf.Has(InstanceFlags.IsInlineFrame), "Only an inline frame is materialized, and once.");
        Debug.Assert(!leaf.Parent!.IsCompleted, "A leaf runs while its parent executes.");

        // Before anything can be scheduled again, because the next caller of Take must get another frame.
        Remove(leaf);
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
        foreach (int position in _usedPositions)
        {
            if (_leaves[position] is { } leaf)
            {
                frames.Unlink(leaf);
            }
        }
    }

    private void Remove(Frame leaf)
    {
        // Nearly always the frame that was taken last.
        int position = ReferenceEquals(_leaves[_last], leaf) ? _last : Array.IndexOf(_leaves, leaf);
        if (position >= 0)
        {
            _leaves[position] = null;
        }
    }

    private Frame Add(int shape)
    {
        Frame leaf = frames.TakeForExecutor(shape);
        leaf.CurrentState = ActivityInstanceState.Executing;
        leaf.Flags = InstanceFlags.IsInlineFrame;
        leaf.ClearSchedule();
        leaf.DropOtherContext();
        _leaves[_last] = leaf;
        if (!_isUsed[_last])
        {
            _isUsed[_last] = true;
            _usedPositions.Add(_last);
        }

        return leaf;
    }
}
