using System.Buffers.Binary;

namespace Workflow.Persistence.Conformance;

/// <summary>Uses one store from many threads and checks the invariants that hold for every interleaving.</summary>
internal sealed class RaceSuite(TestedStore tested) : StoreSuite(tested)
{
    private const int Workers = 8;

    /// <summary>The number of attempts of each worker to load a runnable instance.</summary>
    private int Turns => Tested.Repetitions;

    [Fact]
    public async Task Load_Concurrent_SucceedsForOne()
    {
        InstanceOwner[] owners = await Task.WhenAll(Enumerable.Range(0, Workers).Select(number => OwnerAsync($"{number}")));
        Guid id = await SavedAsync(owners[0]);
        for (int round = 0; round < 50; round++)
        {
            (InstanceOwner Owner, StoredInstance? Loaded)[] loads = await ManyAsync(async number =>
            {
                try
                {
                    return (owners[number], await Store.LoadAsync(owners[number], InstanceLoad.ById(id), None));
                }
                catch (InstanceLockedException)
                {
                    return (owners[number], (StoredInstance?)null);
                }
            });
            (InstanceOwner winner, StoredInstance? loaded) = Assert.Single(loads, load => load.Loaded is not null);
            await Store.UnlockAsync(winner, InstanceUnlock.Release(id, loaded!.LockVersion), None);
        }
    }

    [Fact]
    public async Task Save_ConcurrentFirst_SucceedsForOne()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = Guid.NewGuid();
        bool[] saved = await ManyAsync(_ => SucceedsAsync<InstanceCollisionException>(() => Store.SaveAsync(owner, Save(id), None)));
        Assert.Single(saved, isSaved => isSaved);
    }

    [Fact]
    public async Task Save_ConcurrentSameKey_SucceedsForOne()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid key = Guid.NewGuid();
        bool[] saved = await ManyAsync(_ => SucceedsAsync<InstanceKeyCollisionException>(() =>
            Store.SaveAsync(owner, new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, KeysAdded = [key] }, None)));
        Assert.Single(saved, isSaved => isSaved);
        Assert.Single(await QueryAsync());
    }

    /// <summary>
    /// Saves instances alternately as executing, without a bookmark, and as idle, with a bookmark. A query must not return the status of one save with the
    /// bookmarks of another. With many instances, the time between reading the status and reading the bookmarks is long enough for a save.
    /// </summary>
    [Fact]
    public async Task Query_ConcurrentSaves_ReturnsOneSave()
    {
        const int Instances = 32;
        InstanceOwner owner = await OwnerAsync();
        using CancellationTokenSource ended = new();
        Task saves = Task.WhenAll(Enumerable.Range(0, Instances).Select(_ => Task.Run(() => SaveAlternatelyAsync(owner, ended.Token))));
        try
        {
            await QueriesAsync().WaitAsync(Limit);
        }
        finally
        {
            await ended.CancelAsync();
        }

        await saves.WaitAsync(Limit);

        async Task QueriesAsync()
        {
            // A fast store answers all queries before the second save, and completes a query without a wait.
            HashSet<InstanceStatus> found = [];
            for (int turn = 0; (turn < Turns || found.Count < 2) && !ended.IsCancellationRequested; turn++)
            {
                await Task.Yield();
                foreach (InstanceSummary summary in await QueryAsync())
                {
                    Assert.Equal(summary.Status == InstanceStatus.Idle, summary.Bookmarks.Count == 1);
                    found.Add(summary.Status);
                }
            }
        }
    }

    private async Task SaveAlternatelyAsync(InstanceOwner owner, CancellationToken ended)
    {
        Guid id = Guid.NewGuid();
        long version = 0;
        for (bool isIdle = false; !ended.IsCancellationRequested; isIdle = !isIdle)
        {
            // A fast store completes saves without a wait. Without this line, the loops would keep all threads of the pool.
            await Task.Yield();
            InstanceSave save = new()
            {
                InstanceId = id,
                LockVersion = version,
                State = new byte[] { 1 },
                Status = isIdle ? InstanceStatus.Idle : InstanceStatus.Executing,
                Bookmarks = isIdle ? [new SavedBookmark { Name = "decide", OwnerDisplayName = "Decision" }] : [],
            };
            version = await Store.SaveAsync(owner, save, None);
        }
    }

    /// <summary>
    /// Each worker loads a runnable instance and increments the number in its state. Sometimes the owner of a worker is deleted during the work, so that
    /// another worker loads the instance, and the first worker still saves. Each number must be the count of successful saves of that instance.
    /// </summary>
    [Fact]
    public async Task Workers_OwnersDeleted_LoseAndDuplicateNothing()
    {
        const int Instances = 5;
        InstanceOwner first = await OwnerAsync();
        Guid[] ids = [.. Enumerable.Range(0, Instances).Select(_ => Guid.NewGuid())];
        foreach (Guid id in ids)
        {
            await Store.SaveAsync(first, Number(id, 0, 0), None);
        }

        int[][] counts = await StartMany(number => WorkAsync(number, ids));
        InstanceOwner last = await OwnerAsync();
        for (int i = 0; i < Instances; i++)
        {
            Assert.Equal(counts.Sum(count => count[i]), NumberOf(await Store.LoadAsync(last, InstanceLoad.ById(ids[i]), None)));
        }

        Assert.InRange(counts.Sum(count => count.Sum()), Turns, int.MaxValue);
    }

    private async Task<int[]> WorkAsync(int worker, Guid[] ids)
    {
        Random random = new(worker);
        int[] saves = new int[ids.Length];
        InstanceOwner owner = await OwnerAsync($"{worker}");
        for (int turn = 0; turn < Turns; turn++)
        {
            // Each attempt has its own time limit: the total time depends on the server and the machine.
            await TurnAsync().WaitAsync(Limit);
        }

        return saves;

        async Task TurnAsync()
        {
            await Store.WaitForRunnableAsync(owner, None);
            if (await Store.TryLoadRunnableAsync(owner, default, None) is not { } loaded)
            {
                return;
            }

            InstanceOwner writer = owner;
            if (random.Next(10) == 0)
            {
                await Store.DeleteOwnerAsync(owner, None);
                owner = await OwnerAsync($"{worker}");
            }

            if (random.Next(10) == 0)
            {
                await Store
                    .UnlockAsync(writer, InstanceUnlock.Release(loaded.InstanceId, loaded.LockVersion), None)
                    .ContinueWith(_ => { }, TaskScheduler.Default);
            }

            await Task.Yield();
            if (await SucceedsAsync<InstancePersistenceException>(
                () => Store.SaveAsync(writer, Number(loaded.InstanceId, loaded.LockVersion, NumberOf(loaded) + 1), None)))
            {
                saves[Array.IndexOf(ids, loaded.InstanceId)]++;
            }
        }
    }

    private static InstanceSave Number(Guid id, long version, int number)
    {
        byte[] state = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(state, number);
        return new InstanceSave { InstanceId = id, LockVersion = version, State = state, Status = InstanceStatus.Executing, Unlock = true };
    }

    private static int NumberOf(StoredInstance stored) => BinaryPrimitives.ReadInt32LittleEndian(stored.State.Span);

    /// <summary>Returns true if the call succeeds, and false if it fails with the expected exception.</summary>
    private static async Task<bool> SucceedsAsync<TFailure>(Func<Task> call)
        where TFailure : Exception
    {
        try
        {
            await call();
            return true;
        }
        catch (TFailure)
        {
            return false;
        }
    }

    /// <summary>Runs one call on many threads concurrently, with a time limit.</summary>
    private static Task<T[]> ManyAsync<T>(Func<int, Task<T>> action) => StartMany(action).WaitAsync(Limit);

    /// <summary>Starts many threads at the same moment.</summary>
    private static async Task<T[]> StartMany<T>(Func<int, Task<T>> action)
    {
        TaskCompletionSource start = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Task<T>[] tasks =
        [
            .. Enumerable.Range(0, Workers).Select(number => Task.Run(async () =>
            {
                await start.Task;
                return await action(number);
            })),
        ];
        start.SetResult();
        return await Task.WhenAll(tasks);
    }
}
