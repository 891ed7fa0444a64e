using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Scheduling;

/// <summary>A context belongs to the thread that runs the workflow. A call on another thread throws and has no effect.</summary>
public sealed class ForeignThreadTests
{
    private readonly Log _log = new();

    public static TheoryData<string> Calls() =>
    [
        "schedule", "bookmark", "resume", "remove", "removeAll", "cancel", "children", "abort", "property", "mark", "abortChild", "cancelChild",
    ];

    [Theory]
    [MemberData(nameof(Calls))]
    [Rule("1.11")]
    public async Task Context_UsedOnOtherThread_Throws(string call)
    {
        Step child = new(_log, "child");
        Wait waiting = new(_log, "w");
        Probe root = new(_log, "p", waiting, child);
        Exception? refusal = null;
        root.Body = context =>
        {
            ActivityInstance instance = root.Schedule(context, waiting);
            Bookmark bookmark = context.CreateBookmark("own", root.Resumed, BookmarkOptions.NonBlocking);
            Thread other = new(() => refusal = Record.Exception(() => Do(context, call, child, instance, bookmark)));
            other.Start();
            Joined(other);
        };
        Running running = Runner.Start(root, Lane.Fast);
        Assert.Contains("a thread other than", Assert.IsType<InvalidOperationException>(refusal).Message, StringComparison.Ordinal);
        running.Resume("w");
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "w waits", "w resumed ", "p < w Closed");
    }

    private static void Do(NativeActivityContext context, string call, Activity child, ActivityInstance instance, Bookmark bookmark)
    {
        switch (call)
        {
            case "schedule":
                context.ScheduleActivity(child);
                break;
            case "bookmark":
                context.CreateBookmark();
                break;
            case "resume":
                context.ResumeBookmark(bookmark, null);
                break;
            case "remove":
                context.RemoveBookmark(bookmark);
                break;
            case "removeAll":
                context.RemoveAllBookmarks();
                break;
            case "cancel":
                context.CancelChildren();
                break;
            case "children":
                context.GetChildren();
                break;
            case "abort":
                context.Abort();
                break;
            case "property":
                context.Properties.Remove("p");
                break;
            case "mark":
                context.MarkCanceled();
                break;
            case "abortChild":
                context.AbortChildInstance(instance);
                break;
            case "cancelChild":
                context.CancelChild(instance);
                break;
        }
    }

    [System.Diagnostics.CodeAnalysis.SuppressMessage(
        "ApiDesign",
        "RS0030:Do not use banned APIs",
        Justification = "The other thread must act while the item runs, so the item waits for it.")]
    private static void Joined(Thread thread) => thread.Join();
}
