using System.Collections.ObjectModel;
using Workflow.Hosting;

namespace Workflow;

/// <summary>What <see cref="WorkflowApplication.Idle"/> and <see cref="WorkflowApplication.PersistableIdle"/> get.</summary>
public class WorkflowApplicationIdleEventArgs : WorkflowApplicationEventArgs
{
    internal WorkflowApplicationIdleEventArgs(ApplicationInstance instance, ReadOnlyCollection<BookmarkInfo> bookmarks)
        : base(instance) => Bookmarks = bookmarks;

    /// <summary>The named bookmarks at which the instance waits; empty for none.</summary>
    public ReadOnlyCollection<BookmarkInfo> Bookmarks { get; }
}
