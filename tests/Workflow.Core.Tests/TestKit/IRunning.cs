using Workflow.Hosting;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A workflow under way, whoever runs it. Each call returns when its consequences have run.</summary>
internal interface IRunning
{
    bool IsIdle { get; }

    IReadOnlyList<BookmarkInfo> Bookmarks { get; }

    void Cancel();

    void Abort(Exception reason);

    BookmarkResumptionResult Resume(string name, object? value = null);

    BookmarkResumptionResult Resume(Bookmark bookmark, object? value = null);

    BookmarkResumptionResult Resume(string name, Guid scopeId, object? value = null);

    /// <summary>Does something that the workflow goes on with on this thread.</summary>
    void Continue(Action action);

    /// <summary>How it ended; fails the test when it is still waiting.</summary>
    Ended End();
}
