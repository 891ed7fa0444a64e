namespace Workflow.Hosting;

/// <summary>The handlers of an application; made when the first one is set, for many applications have none.</summary>
/// <remarks>Set by any thread at any time, read by the one that has the turn (rule 16.1).</remarks>
internal sealed class ApplicationHandlers
{
    public Action<WorkflowApplicationAbortedEventArgs>? Aborted { get; set; }

    public Action<WorkflowApplicationCompletedEventArgs>? Completed { get; set; }

    public Action<WorkflowApplicationEventArgs>? Unloaded { get; set; }

    public Action<WorkflowApplicationIdleEventArgs>? Idle { get; set; }

    public Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction>? PersistableIdle { get; set; }

    public Func<WorkflowApplicationUnhandledExceptionEventArgs, UnhandledExceptionAction>? UnhandledException { get; set; }

    /// <summary>A handler as it was set.</summary>
    /// <exception cref="ArgumentException">It calls several methods.</exception>
    public static T? Single<T>(T? handler)
        where T : Delegate =>
        handler is null or { HasSingleTarget: true }
            ? handler
            : throw new ArgumentException("A handler of a workflow application calls one method; combine the work of several in one.", nameof(handler));
}
