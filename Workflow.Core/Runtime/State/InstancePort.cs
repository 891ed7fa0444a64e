using Workflow.Foundation;

namespace Workflow.Runtime.State;

/// <summary>The executor of an instance, as the state of the instance sees it: the port for contexts, and the queue. An idle instance has neither.</summary>
internal abstract class InstancePort(BookmarkPort bookmarks, ScopePort scopes, Deque<WorkItem> queue) : ExecutionPort(bookmarks, scopes)
{
    public readonly Deque<WorkItem> Queue = queue;
}
