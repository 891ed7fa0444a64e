using Workflow.Hosting;

namespace Workflow.Core.Tests.TestKit;

/// <summary>An application whose handlers log their calls.</summary>
internal sealed class Hosted
{
    private readonly Log _log;

    public Hosted(Log log, WorkflowApplication application)
    {
        _log = log;
        Application = application;
        application.Idle = OnIdle;
        application.PersistableIdle = OnPersistableIdle;
        application.Completed = OnCompleted;
        application.Unloaded = OnUnloaded;
        application.Aborted = OnAborted;
        application.OnUnhandledException = OnUnhandledException;
    }

    public WorkflowApplication Application { get; }

    /// <summary>Additional actions for handler calls; the key is the first word of the log entry.</summary>
    public Dictionary<string, Action> Also { get; } = [];

    public UnhandledExceptionAction OnUnhandled { get; set; } = UnhandledExceptionAction.Terminate;

    public PersistableIdleAction OnPersistable { get; set; } = PersistableIdleAction.None;

    public WorkflowApplicationEventArgs? Last { get; private set; }

    /// <summary>Creates an application that has run all consequences when a call returns.</summary>
    public static Hosted Inline(Log log, Activity workflow, params object[] extensions) =>
        new(log, With(new WorkflowApplication(workflow) { SynchronizationContext = new InlineContext() }, extensions));

    /// <summary>Creates an application that uses its default threads.</summary>
    public static Hosted Free(Log log, Activity workflow, params object[] extensions) => new(log, With(new WorkflowApplication(workflow), extensions));

    /// <summary>Runs the application. An inline application has run to its first wait when the method returns.</summary>
    public Hosted Run()
    {
        NoContext.Run(Application.Run);
        return this;
    }

    public BookmarkResumptionResult Resume(string name, object? value = null) =>
        Finished.ResultOf(Started.WithoutContext(() => Application.ResumeBookmarkAsync(name, value)));

    /// <summary>Starts an asynchronous operation and asserts that it has succeeded when the call returns.</summary>
    public void Do(Func<WorkflowApplication, Task> operation)
    {
        Task task = Started.WithoutContext(() => operation(Application));
        Assert.True(task.IsCompleted, "The task has not ended.");
        Assert.Null(task.Exception?.InnerException);
    }

    /// <summary>Starts an asynchronous operation and asserts that it has failed when the call returns.</summary>
    public T Fails<T>(Func<WorkflowApplication, Task> operation)
        where T : Exception
    {
        Task task = Started.WithoutContext(() => operation(Application));
        Assert.True(task.IsCompleted, "The task has not ended.");
        return Assert.IsType<T>(task.Exception?.InnerException);
    }

    private static WorkflowApplication With(WorkflowApplication application, object[] extensions)
    {
        foreach (object extension in extensions)
        {
            application.Extensions.Add(extension);
        }

        return application;
    }

    private void OnIdle(WorkflowApplicationIdleEventArgs args) =>
        Tell("idle", string.Join(' ', args.Bookmarks.Select(bookmark => bookmark.BookmarkName)), args);

    private PersistableIdleAction OnPersistableIdle(WorkflowApplicationIdleEventArgs args)
    {
        Tell("persistable", string.Join(' ', args.Bookmarks.Select(bookmark => bookmark.BookmarkName)), args);
        return OnPersistable;
    }

    private void OnCompleted(WorkflowApplicationCompletedEventArgs args) =>
        Tell("completed", $"{args.CompletionState}{(args.TerminationException is { } reason ? " " + reason.Message : string.Empty)}", args);

    private void OnUnloaded(WorkflowApplicationEventArgs args) => Tell("unloaded", string.Empty, args);

    private void OnAborted(WorkflowApplicationAbortedEventArgs args) => Tell("aborted", args.Reason?.Message ?? "for no reason", args);

    private UnhandledExceptionAction OnUnhandledException(WorkflowApplicationUnhandledExceptionEventArgs args)
    {
        Tell("unhandled", $"{args.UnhandledException.Message} from {args.ExceptionSource.DisplayName} {args.ExceptionSourceInstanceId}", args);
        return OnUnhandled;
    }

    private void Tell(string what, string details, WorkflowApplicationEventArgs args)
    {
        Last = args;
        _log.Add(details.Length == 0 ? what : $"{what} {details}");
        if (Also.TryGetValue(what, out Action? more))
        {
            more();
        }
    }
}
