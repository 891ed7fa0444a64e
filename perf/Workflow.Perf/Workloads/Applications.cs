using Workflow.Perf.Activities;
using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Workflows that wait, and the loops that run them in an application.</summary>
internal static class Applications
{
    /// <summary>The idle instance that engine.md budgets: one bookmark, three variables.</summary>
    public static Activity Waiting() => new Sequence
    {
        Variables = { new Variable<int>("count", 1), new Variable<string>("name", "order"), new Variable<Guid>("id") },
        Activities = { new Approval() },
    };

    /// <summary>Runs to the bookmark, resumes it, completes.</summary>
    public static Action<int> RoundTrip(Activity workflow) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            Finish(new WorkflowApplication(workflow), 1);
        }
    };

    /// <summary>Applications that wait at their bookmark.</summary>
    public static object Idle(Activity workflow, int count)
    {
        WorkflowApplication[] idle = new WorkflowApplication[count];
        for (int i = 0; i < count; i++)
        {
            idle[i] = new WorkflowApplication(workflow);
            Resume(idle[i], "nothing", BookmarkResumptionResult.NotFound);
        }

        return idle;
    }

    /// <summary>Resumes the bookmark of each and so often, and checks that this was the end.</summary>
    public static void Finish(WorkflowApplication application, int decisions)
    {
        for (int i = 0; i < decisions; i++)
        {
            Resume(application, Approval.Bookmark, BookmarkResumptionResult.Success);
        }

        if (application.Completion is not { IsCompletedSuccessfully: true })
        {
            throw new InvalidOperationException("The application has not completed, though its last bookmark was resumed.");
        }
    }

    private static void Resume(WorkflowApplication application, string bookmark, BookmarkResumptionResult expected)
    {
        // The first resumption starts the instance, on this thread, and waits until it is idle (rule 16.6).
        BookmarkResumptionResult result = application.ResumeBookmarkAsync(bookmark, 1).GetAwaiter().GetResult();
        if (result != expected)
        {
            throw new InvalidOperationException($"The bookmark '{bookmark}' was resumed with the answer '{result}' instead of '{expected}'.");
        }
    }
}
