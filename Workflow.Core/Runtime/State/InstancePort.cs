using Workflow.Foundation;

namespace Workflow.Runtime.State;

/// <summary>The executor of an instance, as its state sees it: the port of the contexts, and the queue, which an idle instance does not have.</summary>
internal abstract class InstancePort(BookmarkPort bookmarks, ScopePort scopes, Deque<WorkItem> queue) : ExecutionPort(bookmarks, scopes)
{
    public readonly Deque<WorkItem> Queue = queue;
}
