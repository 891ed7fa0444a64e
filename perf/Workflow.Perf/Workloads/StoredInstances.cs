using Workflow.Perf.Activities;
using Workflow.Perf.Databases;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Creates the loops that save and load instances in a database.</summary>
internal static class StoredInstances
{
    /// <summary>The number of instances to load, large enough that a loop rarely has to release their locks.</summary>
    private const int Stock = 5_000;

    /// <summary>
    /// Returns a loop whose operation starts an instance, which is unloaded at its first wait, loads it for each of two messages, and completes it.
    /// </summary>
    public static Action<int> TwoMessages(Database database, int atOnce, int parts)
    {
        Action<int> loop = TwoMessages(database.NewStore(), atOnce, parts);
        return database.Read<long>("SELECT count(*) FROM workflow.instance") == 0
            ? loop
            : throw new InvalidOperationException("An instance that has completed is still there.");
    }

    /// <summary>Returns the same loop for any store.</summary>
    public static Action<int> TwoMessages(InstanceStore store, int atOnce, int parts)
    {
        Activity workflow = new Sequence
        {
            Variables = { new Variable<int>("count", 1), new Variable<string>("name", "order"), new Variable<Guid>("id") },
            Activities = { new Approval(), new Approval() },
        };
        OwnerOf(store);
        RunAsync(workflow, store).GetAwaiter().GetResult();
        return Together.Loop(atOnce, parts, _ => RunAsync(workflow, store));
    }

    /// <summary>Returns a loop that saves instances that this process holds, with a number of bytes of state.</summary>
    public static Action<int> Saves(Database database, int size, int atOnce, int parts)
    {
        SqlInstanceStore store = database.NewStore();
        InstanceOwner owner = OwnerOf(store);
        byte[] state = new byte[size];
        InstanceSave[] saves =
            [.. Enumerable.Range(0, atOnce)
                .Select(_ => new InstanceSave { InstanceId = Guid.NewGuid(), LockVersion = 1, Status = InstanceStatus.Idle, State = state })];
        foreach (InstanceSave save in saves)
        {
            store.SaveAsync(owner, new InstanceSave { InstanceId = save.InstanceId, Status = InstanceStatus.Idle, State = state }, CancellationToken.None)
                .GetAwaiter().GetResult();
        }

        // Each worker has its own instance, so that an instance has one save at a time.
        return atOnce == 1 ? Together.InTurn(() => store.SaveAsync(owner, saves[0], CancellationToken.None)) : repetitions =>
        {
            int left = repetitions * parts;
            Task.WhenAll(saves.Select(save => Task.Run(() => WorkAsync(save)))).GetAwaiter().GetResult();

            async Task WorkAsync(InstanceSave save)
            {
                while (Interlocked.Decrement(ref left) >= 0)
                {
                    await store.SaveAsync(owner, save, CancellationToken.None).ConfigureAwait(false);
                }
            }
        };
    }

    /// <summary>Returns a loop that loads instances by their ids, which locks them. When all instances are locked, one statement releases the locks.</summary>
    public static Action<int> Loads(Database database, int size, int atOnce, int parts)
    {
        SqlInstanceStore store = database.NewStore();
        InstanceOwner owner = OwnerOf(store);
        Guid[] ids = [.. Enumerable.Range(0, Stock).Select(_ => Guid.NewGuid())];
        Together.Run(atOnce, Stock, number => store.SaveAsync(
            owner, new InstanceSave { InstanceId = ids[number], Status = InstanceStatus.Idle, State = new byte[size], Unlock = true }, CancellationToken.None));
        int loaded = 0;
        return repetitions =>
        {
            int left = repetitions * parts;
            while (left > 0)
            {
                if (loaded == Stock)
                {
                    database.Run("UPDATE workflow.instance SET lock_owner = NULL");
                    loaded = 0;
                }

                int first = loaded, count = Math.Min(left, Stock - loaded);
                Together.Run(atOnce, count, number => store.LoadAsync(owner, InstanceLoad.ById(ids[first + number]), CancellationToken.None));
                loaded += count;
                left -= count;
            }
        };
    }

    /// <summary>Creates the default owner of a store, whose lease is renewed.</summary>
    public static InstanceOwner OwnerOf(InstanceStore store)
    {
        WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any).GetAwaiter().GetResult();
        return store.DefaultOwner!;
    }

    /// <summary>Starts an instance, which is unloaded when it waits.</summary>
    /// <returns>The id of the instance.</returns>
    public static Task<Guid> StartAsync(Activity workflow, InstanceStore store) => StartAsync(workflow, store, []);

    /// <summary>Starts an instance with keys by which it can be found, and unloads it when it waits.</summary>
    public static async Task<Guid> StartAsync(Activity workflow, InstanceStore store, IReadOnlyCollection<Guid> keys)
    {
        TaskCompletionSource unloaded = New();
        WorkflowApplication started = Unloading(workflow, store, unloaded);
        started.AddInitialInstanceKeys(keys);
        started.Run();
        await unloaded.Task.ConfigureAwait(false);
        return started.Id;
    }

    private static async Task RunAsync(Activity workflow, InstanceStore store)
    {
        Guid id = await StartAsync(workflow, store).ConfigureAwait(false);
        TaskCompletionSource unloaded = New();
        WorkflowApplication first = Unloading(workflow, store, unloaded);
        await first.LoadAsync(id).ConfigureAwait(false);
        await first.ResumeBookmarkAsync(Approval.Bookmark).ConfigureAwait(false);
        await unloaded.Task.ConfigureAwait(false);

        WorkflowApplication second = Unloading(workflow, store, New());
        await second.LoadAsync(id).ConfigureAwait(false);
        await second.ResumeBookmarkAsync(Approval.Bookmark).ConfigureAwait(false);
        await second.Completion.ConfigureAwait(false);
    }

    private static WorkflowApplication Unloading(Activity workflow, InstanceStore store, TaskCompletionSource unloaded) => new(workflow)
    {
        InstanceStore = store,
        PersistableIdle = static _ => PersistableIdleAction.Unload,
        Unloaded = _ => unloaded.SetResult(),
        Aborted = aborted => unloaded.TrySetException(aborted.Reason ?? new InvalidOperationException("The instance was aborted.")),
    };

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
