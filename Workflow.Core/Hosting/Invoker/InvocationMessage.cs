using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>An input for an instance from outside: the end of an operation, a resumption, an abort, or only a wake-up.</summary>
internal sealed class InvocationMessage : ActorMessage
{
    public InvocationMessage()
    {
    }

    public InvocationMessage(WorkItem item) => Item = item;

    public InvocationMessage(Exception abortReason) => AbortReason = abortReason;

    public InvocationMessage(Bookmark bookmark, object? value)
    {
        Bookmark = bookmark;
        Value = value;
        Answer = new TaskCompletionSource<BookmarkResumptionResult>(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    public WorkItem? Item { get; }

    public Bookmark? Bookmark { get; }

    public object? Value { get; }

    public Exception? AbortReason { get; }

    public TaskCompletionSource<BookmarkResumptionResult>? Answer { get; }
}
