using Workflow.Hosting;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A running workflow under any host. Each call returns when its consequences have run.</summary>
internal interface IRunning
{
    bool IsIdle { get; }

    IReadOnlyList<BookmarkInfo> Bookmarks { get; }

    void Cancel();

    void Abort(Exception reason);

    BookmarkResumptionResult Resume(string name, object? value = null);

    BookmarkResumptionResult Resume(Bookmark bookmark, object? value = null);

    BookmarkResumptionResult Resume(string name, Guid scopeId, object? value = null);

    /// <summary>Performs an action that continues the workflow on this thread.</summary>
    void Continue(Action action);

    /// <summary>Returns the outcome. Fails the test if the workflow has not ended.</summary>
    Ended End();
}
