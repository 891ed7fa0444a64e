using Workflow.Perf.Activities;
using Workflow.Persistence;

namespace Workflow.Perf.Workloads;

/// <summary>The published workload of correlation: a message starts an instance, which is saved; a second message finds it by a key.</summary>
internal static class CorrelatedInstances
{
    /// <summary>
    /// Returns a loop whose operation starts an instance with a number of keys and unloads it at its bookmark. A message for the last key, or for the id if
    /// there are no keys, identifies the instance, which is then loaded and completes.
    /// </summary>
    public static Action<int> Loop(InstanceStore store, int keys, int atOnce, int parts)
    {
        Activity workflow = Applications.Waiting();
        StoredInstances.OwnerOf(store);
        RunAsync(workflow, store, keys).GetAwaiter().GetResult();
        return Together.Loop(atOnce, parts, _ => RunAsync(workflow, store, keys));
    }

    private static async Task RunAsync(Activity workflow, InstanceStore store, int keys)
    {
        Guid[] own = [.. Enumerable.Range(0, keys).Select(static _ => Guid.NewGuid())];
        Guid id = await StoredInstances.StartAsync(workflow, store, own).ConfigureAwait(false);
        InstanceMessage message = own.Length == 0
            ? new InstanceMessage { InstanceId = id, BookmarkName = Approval.Bookmark }
            : new InstanceMessage { Key = own[^1], BookmarkName = Approval.Bookmark };
        MessageReceipt receipt = await store.SendAsync(message, CancellationToken.None).ConfigureAwait(false);
        WorkflowApplication application = new(workflow) { InstanceStore = store };
        await application.LoadAsync(receipt.InstanceId).ConfigureAwait(false);
        await application.ResumeBookmarkAsync(Approval.Bookmark).ConfigureAwait(false);
        await application.Completion.ConfigureAwait(false);
    }
}
