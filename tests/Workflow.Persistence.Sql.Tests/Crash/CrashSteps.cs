using System.Data.Common;
using System.Diagnostics;
using System.Transactions;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>A process that makes calls of each kind in a fixed order, so that each run has the same steps.</summary>
internal static class CrashSteps
{
    public const string Mode = "steps";

    /// <summary>Runs to the end, or until the process kills itself at a step of SQLite.</summary>
    /// <param name="target">The database.</param>
    /// <param name="last">The number of the step at which the process kills itself. Zero if it does not kill itself. Not used on PostgreSQL.</param>
    public static async Task RunAsync(CrashTarget target, int last)
    {
        int steps = 0;
        await using DbDataSource source = target.Source(target.IsFile ? Step : null);
        await using (SqlInstanceStore store = target.Open(source),
            keeping = target.Open(source, new SqlInstanceStoreOptions { CompletionAction = InstanceCompletionAction.DeleteNothing }))
        {
            await store.EnsureSchemaAsync(CancellationToken.None);
            InstanceOwner owner = await store.CreateOwnerAsync(
                new InstanceOwnerOptions { Name = Mode, Filter = WorkflowIdentityFilter.Any },
                CancellationToken.None);
            await CountAsync(store, owner);
            await StartPairsAsync(target, store, owner);
            await PurgeAsync(keeping);
            await ApplicationSteps.RunAsync(store);
            await store.RenewOwnerAsync(owner, CancellationToken.None);
            await store.DeleteOwnerAsync(owner, CancellationToken.None);
        }

        CrashProgram.Say($"{CrashProgram.Ended} {steps}");

        void Step()
        {
            if (Interlocked.Increment(ref steps) == last)
            {
                // The process ends here. None of its code runs after the kill.
                Process.GetCurrentProcess().Kill();
            }
        }
    }

    /// <summary>Makes a first save, loads by id, by key and of a runnable instance, saves with and without unlock, unlocks, and the completion.</summary>
    private static async Task CountAsync(SqlInstanceStore store, InstanceOwner owner)
    {
        Guid id = Guid.NewGuid();
        CrashProgram.Say($"{CrashProgram.Trying} {id} 0");
        await store.SaveAsync(owner, CrashProgram.Number(id, 0, 0, unlock: false), CancellationToken.None);
        CrashProgram.Say($"{CrashProgram.Saved} {id} 0");
        await CrashProgram.SaveAsync(store, owner, CrashProgram.Number(id, 1, 1), 1);
        StoredInstance loaded = await store.LoadAsync(owner, InstanceLoad.ById(id), CancellationToken.None);
        await store.UnlockAsync(owner, InstanceUnlock.Release(id, loaded.LockVersion), CancellationToken.None);
        loaded = await store.LoadAsync(owner, InstanceLoad.ByKey(id), CancellationToken.None);
        await CrashProgram.SaveAsync(store, owner, CrashProgram.Number(id, loaded.LockVersion, 2), 2);
        loaded = (await store.TryLoadRunnableAsync(owner, default, CancellationToken.None))!;
        await store.UnlockAsync(owner, InstanceUnlock.Failure(id, loaded.LockVersion, "failed"), CancellationToken.None);
        await store.ContinueAsync(id, CancellationToken.None);
        loaded = (await store.TryLoadRunnableAsync(owner, default, CancellationToken.None))!;
        await CrashProgram.CompleteAsync(store, owner, loaded);
    }

    private static async Task StartPairsAsync(CrashTarget target, SqlInstanceStore store, InstanceOwner owner)
    {
        for (int savesBefore = 0; savesBefore < 3; savesBefore++)
        {
            await CrashProgram.StartPairAsync(target, store, owner, savesBefore);
        }
    }

    private static async Task PurgeAsync(SqlInstanceStore keeping)
    {
        InstanceOwner owner = await keeping.CreateOwnerAsync(
            new InstanceOwnerOptions { Name = Mode, Filter = WorkflowIdentityFilter.Any },
            CancellationToken.None);
        for (int i = 0; i < 3; i++)
        {
            await keeping.SaveAsync(
                owner,
                new InstanceSave
                {
                    InstanceId = Guid.NewGuid(),
                    Status = InstanceStatus.Closed,
                    Complete = true,
                    Bookmarks = [new SavedBookmark { Name = "kept", OwnerDisplayName = "Kept" }],
                },
                CancellationToken.None);
        }

        await keeping.PurgeAsync(TimeSpan.Zero, CancellationToken.None);
        await keeping.DeleteOwnerAsync(owner, CancellationToken.None);
    }
}
