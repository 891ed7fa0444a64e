using System.Collections.ObjectModel;
using Workflow.Hosting;

namespace Workflow.Testing;

/// <summary>Runs the work of a host until one of its instances has reached a state.</summary>
internal readonly struct InstanceDriver(TestHost host, TestInstance instance)
{
    /// <summary>Runs until the instance waits for something outside the host, or has ended. Returns the bookmarks of the instance.</summary>
    public async Task<ReadOnlyCollection<BookmarkInfo>> RunUntilIdleAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            host.Scheduler.RunAll();
            if (instance.IsOver)
            {
                return ReadOnlyCollection<BookmarkInfo>.Empty;
            }

            if (instance.Trace.RunningOperations.Count > 0)
            {
                await AwaitPostAsync(host.Scheduler.Arrived, cancellationToken).ConfigureAwait(false);
                continue;
            }

            ReadOnlyCollection<BookmarkInfo>? bookmarks = await TryGetBookmarksAsync(cancellationToken).ConfigureAwait(false);

            // The answer comes between two work items, or after a save in progress. More work may have been posted meanwhile, so the conditions are checked
            // again.
            if (bookmarks is not null && instance.Trace.RunningOperations.Count == 0 && !instance.IsOver)
            {
                return bookmarks;
            }
        }
    }

    /// <summary>Runs until an operation of the instance has ended.</summary>
    public async Task<T> DriveAsync<T>(Task<T> operation, CancellationToken cancellationToken)
    {
        await DriveAsync((Task)operation, cancellationToken).ConfigureAwait(false);
        return await operation.ConfigureAwait(false);
    }

    /// <summary>Runs until an operation of the instance has ended.</summary>
    public async Task DriveAsync(Task operation, CancellationToken cancellationToken)
    {
        while (true)
        {
            host.Scheduler.RunAll();
            if (operation.IsCompleted)
            {
                await operation.ConfigureAwait(false);
                return;
            }

            await AwaitPostAsync(Task.WhenAny(host.Scheduler.Arrived, operation), cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Returns the bookmarks of the instance; null if the instance has ended meanwhile.</summary>
    private async Task<ReadOnlyCollection<BookmarkInfo>?> TryGetBookmarksAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await DriveAsync(instance.Application.GetBookmarksAsync(cancellationToken), cancellationToken).ConfigureAwait(false);
        }
        catch (WorkflowApplicationException) when (instance.IsOver)
        {
            return null;
        }
    }

    private async Task AwaitPostAsync(Task arrived, CancellationToken cancellationToken)
    {
        try
        {
            await arrived.WaitAsync(host.Options.OperationTimeout, TimeProvider.System, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException exception)
        {
            string what = instance.Trace.RunningOperations.Count > 0
                ? $"of {string.Join(", ", instance.Trace.RunningOperations)}"
                : "that is not one of an activity, such as a save of the store or of a persistence participant,";
            throw instance.Fail($"An asynchronous operation {what} did not end within {host.Options.OperationTimeout}.", exception);
        }
    }
}
