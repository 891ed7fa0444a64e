namespace Workflow.Hosting;

/// <summary>A workflow instance as its extensions see it. Safe to use from any thread, also after the instance ended.</summary>
public abstract class WorkflowInstanceProxy
{
    private protected WorkflowInstanceProxy()
    {
    }

    /// <summary>The id of the workflow instance.</summary>
    public abstract Guid Id { get; }

    /// <summary>The root of the definition.</summary>
    public abstract Activity WorkflowDefinition { get; }

    /// <summary>The clock of the instance: its <see cref="System.TimeProvider"/> extension, else the system's.</summary>
    internal virtual TimeProvider TimeProvider => TimeProvider.System;

    /// <summary>Something that serves the instance has failed, on whatever thread: aborts it for that.</summary>
    internal virtual void Fail(Exception reason)
    {
    }

    /// <summary>Resumes a bookmark as soon as the instance is idle (rule 14.2).</summary>
    /// <param name="bookmark">The bookmark.</param>
    /// <param name="value">What its callback gets.</param>
    /// <param name="cancellationToken">Ends the wait; the resumption may still take effect.</param>
    /// <returns><see cref="BookmarkResumptionResult.NotFound"/> when no such bookmark is outstanding, or the instance ended.</returns>
    public abstract ValueTask<BookmarkResumptionResult> ResumeBookmarkAsync(Bookmark bookmark, object? value, CancellationToken cancellationToken = default);
}
