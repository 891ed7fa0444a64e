using Workflow.Data;
using Workflow.Runtime.Execution;

namespace Workflow.Runtime.Instances;

/// <summary>The frames and environments of one execution that are free to be used, by shape of their slots.</summary>
internal sealed class FrameStore(WorkflowExecution execution, SlotKind[][] shapes)
{
    /// <summary>
    /// A user's code activity gets a frame, and with it a context, that was not the last one used: a context it kept is then
    /// found to be disposed by whoever runs next (rule 1.11).
    /// </summary>
    private const int Rotation = 4;

    private readonly Shelf[] _shelves = new Shelf[shapes.Length];
    private readonly Stack<LocationEnvironment>?[] _delegateEnvironments = new Stack<LocationEnvironment>?[shapes.Length];

    public Frame Take(int shape)
    {
        ref Shelf shelf = ref _shelves[shape];
        if (shelf.Count == 0)
        {
            return new Frame(execution);
        }

        return shelf.Frames[--shelf.Count];
    }

    public Frame TakeRotating(int shape)
    {
        ref Shelf shelf = ref _shelves[shape];
        if (shelf.Count < Rotation)
        {
            return new Frame(execution);
        }

        int next = ++shelf.Turn & (Rotation - 1);
        Frame frame = shelf.Frames[next];
        shelf.Frames[next] = shelf.Frames[--shelf.Count];
        return frame;
    }

    public void Return(Frame frame, int shape)
    {
        ref Shelf shelf = ref _shelves[shape];
        if (shelf.Frames is null)
        {
            shelf.Frames = new Frame[Rotation];
        }
        else if (shelf.Count == shelf.Frames.Length)
        {
            Array.Resize(ref shelf.Frames, shelf.Count * 2);
        }

        ref Frame slot = ref shelf.Frames[shelf.Count++];
        if (!ReferenceEquals(slot, frame))
        {
            slot = frame;
        }
    }

    public LocationEnvironment TakeEnvironment(int shape)
    {
        Stack<LocationEnvironment>? free = _delegateEnvironments[shape];
        return free is not null && free.TryPop(out LocationEnvironment? environment) ? environment : new LocationEnvironment(shapes[shape]);
    }

    public void ReturnEnvironment(LocationEnvironment environment, int shape)
    {
        if (!environment.IsCaptured)
        {
            environment.Reset();
            (_delegateEnvironments[shape] ??= new Stack<LocationEnvironment>()).Push(environment);
        }
    }

    private struct Shelf
    {
        public Frame[] Frames;
        public int Count;
        public int Turn;
    }
}
