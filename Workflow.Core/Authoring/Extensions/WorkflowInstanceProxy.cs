namespace Workflow.Hosting;

/// <summary>Represents a workflow instance for its extensions. Thread-safe; remains usable after the instance has ended.</summary>
public abstract class WorkflowInstanceProxy
{
    private protected WorkflowInstanceProxy()
    {
    }

    /// <summary>The id of the workflow instance.</summary>
    public abstract Guid Id { get; }

    /// <summary>The root of the definition.</summary>
    public abstract Activity WorkflowDefinition { get; }

    /// <summary>The clock of the instance: its <see cref="System.TimeProvider"/> extension, or the system clock.</summary>
    internal virtual TimeProvider TimeProvider => TimeProvider.System;

    /// <summary>Aborts the instance because an extension has failed. Thread-safe.</summary>
    internal virtual void Fail(Exception reason)
    {
    }

    /// <summary>Resumes a bookmark when the instance is idle (rule 14.2).</summary>
    /// <param name="bookmark">The bookmark.</param>
    /// <param name="value">The value for the callback.</param>
    /// <param name="cancellationToken">Cancels the wait. The resumption may take effect nevertheless.</param>
    /// <returns><see cref="BookmarkResumptionResult.NotFound"/> if the bookmark is not outstanding or the instance has ended.</returns>
    /// <exception cref="BookmarkValueException">The activity expects a value of another type (rule 8.9). It continues to wait.</exception>
    public abstract ValueTask<BookmarkResumptionResult> ResumeBookmarkAsync(Bookmark bookmark, object? value, CancellationToken cancellationToken = default);
}
