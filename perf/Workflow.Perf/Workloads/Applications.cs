using Workflow.Perf.Activities;
using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Workflows that wait, and the loops that run them in an application.</summary>
internal static class Applications
{
    /// <summary>Creates the workflow of the idle instance for which engine.md has a budget: one bookmark, three variables.</summary>
    public static Activity Waiting() => new Sequence
    {
        Variables = { new Variable<int>("count", 1), new Variable<string>("name", "order"), new Variable<Guid>("id") },
        Activities = { new Approval() },
    };

    /// <summary>Returns a loop whose operation runs an application to the bookmark, resumes it and completes.</summary>
    public static Action<int> RoundTrip(Activity workflow, bool runsInline = false) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            Finish(new WorkflowApplication(workflow) { RunsInline = runsInline }, 1);
        }
    };

    /// <summary>
    /// Returns a loop with a number of applications at once: one thread starts all of them, resumes them when all of them wait, and awaits their end.
    /// </summary>
    public static Action<int> Crowd(Activity workflow, int count) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            FinishAll(StartAll(workflow, count));
        }
    };

    /// <summary>Creates applications that wait at their bookmark.</summary>
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

    /// <summary>Resumes the bookmark a number of times, and waits for the end of the application.</summary>
    public static void Finish(WorkflowApplication application, int decisions)
    {
        for (int i = 0; i < decisions; i++)
        {
            Resume(application, Approval.Bookmark, BookmarkResumptionResult.Success);
        }

        application.Completion.GetAwaiter().GetResult();
    }

    private static WorkflowApplication[] StartAll(Activity workflow, int count)
    {
        WorkflowApplication[] applications = new WorkflowApplication[count];
        using CountdownEvent running = new(count);
        for (int i = 0; i < count; i++)
        {
            applications[i] = new WorkflowApplication(workflow) { Idle = _ => running.Signal() };
            applications[i].Run();
        }

        running.Wait();
        return applications;
    }

    private static void FinishAll(WorkflowApplication[] applications)
    {
        Task<BookmarkResumptionResult>[] resumed = Array.ConvertAll(applications, static application => application.ResumeBookmarkAsync(Approval.Bookmark, 1));
        for (int i = 0; i < applications.Length; i++)
        {
            Check(Approval.Bookmark, resumed[i].GetAwaiter().GetResult(), BookmarkResumptionResult.Success);
            applications[i].Completion.GetAwaiter().GetResult();
        }
    }

    private static void Resume(WorkflowApplication application, string bookmark, BookmarkResumptionResult expected)
    {
        // The first resumption starts the instance and waits until it is idle (rule 16.6).
        Check(bookmark, application.ResumeBookmarkAsync(bookmark, 1).GetAwaiter().GetResult(), expected);
    }

    private static void Check(string bookmark, BookmarkResumptionResult result, BookmarkResumptionResult expected)
    {
        if (result != expected)
        {
            throw new InvalidOperationException($"The bookmark '{bookmark}' was resumed with the answer '{result}' instead of '{expected}'.");
        }
    }
}
