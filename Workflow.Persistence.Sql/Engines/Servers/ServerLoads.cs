using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Loads instances that are free, those together that come together. What cannot be locked like that, for whatever reason, is left to <see cref="ServerLoading"/>, which finds the reason.
/// Each load has an id of its own in its row, so that what is lost of a batch can be given back without what was loaded. Thread-safe.
/// </summary>
internal sealed class ServerLoads
{
    private readonly ServerDatabase _database;
    private readonly ServerDefinitions _definitions;
    private readonly LostLoads _lost;
    private readonly WriteQueue _queue;

    public ServerLoads(ServerDatabase database, ServerDefinitions definitions, LostLoads lost, SqlInstanceStoreOptions options)
    {
        _database = database;
        _definitions = definitions;
        _lost = lost;
        _queue = new WriteQueue(database, FlushAsync, options);
        options.Reporter.Watch(() => _queue.Length);
    }

    /// <summary>Loads an instance by its id or a key; null: it is to be loaded alone.</summary>
    public async Task<StoreAnswer?> LoadAsync(LoadRequest request)
    {
        StoreAnswer answer = await _queue.WriteAsync(new QueuedLoad(request), CancellationToken.None).ConfigureAwait(false);
        return answer.Loaded is null ? null : answer;
    }

    public Task CloseAsync() => _queue.CloseAsync();

    private async Task FlushAsync(IReadOnlyList<QueuedWrite> batch, FlushConnection connection)
    {
        foreach (IGrouping<SqlOwner, QueuedWrite> group in batch.GroupBy(queued => queued.Write.Owner))
        {
            QueuedWrite[] loads = [.. group];
            StoreAnswer?[] found = new StoreAnswer?[loads.Length];
            try
            {
                QueuedLoad[] requests = [.. loads.Select(load => (QueuedLoad)load.Write)];
                found = await connection.RunAsync(open => LoadAsync(open, group.Key, requests)).ConfigureAwait(false);
            }
            catch (Exception)
            {
                // Each load is made alone then, tries again where that can help, and reports its own failure.
            }

            for (int i = 0; i < loads.Length; i++)
            {
                loads[i].Succeed(found[i] ?? StoreAnswer.Done);
            }
        }
    }

    private async Task<StoreAnswer?[]> LoadAsync(DbConnection connection, SqlOwner owner, QueuedLoad[] loads)
    {
        await _lost.UndoAsync(connection, owner, CancellationToken.None).ConfigureAwait(false);
        ServerCall call = _database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            Add(call, owner, loads);
            try
            {
                DbDataReader reader = await call.ReadAsync(CancellationToken.None).ConfigureAwait(false);
                await using (reader.ConfigureAwait(false))
                {
                    return await ReadAsync(reader, owner, loads).ConfigureAwait(false);
                }
            }
            catch (Exception failure) when (_lost.CanHaveLocked(failure))
            {
                foreach (QueuedLoad load in loads)
                {
                    _lost.Add(owner, load.Id);
                }

                throw;
            }
        }
    }

    private void Add(ServerCall call, SqlOwner owner, QueuedLoad[] loads)
    {
        (int Place, QueuedLoad Load)[] all = [.. loads.Index()];
        (int Place, QueuedLoad Load)[] byId = [.. all.Where(load => load.Load.Request.InstanceId is not null)], byKey = [.. all.Where(load => load.Load.Request.InstanceId is null)];
        call.ForBatches().Add("LoadFree")
            .Set("@places", Array.ConvertAll(byId, load => load.Place))
            .Set("@ids", Array.ConvertAll(byId, load => load.Load.InstanceId))
            .Set("@loads", Array.ConvertAll(byId, load => load.Load.Id))
            .Set("@key_places", Array.ConvertAll(byKey, load => load.Place))
            .Set("@keys", Array.ConvertAll(byKey, load => load.Load.InstanceId))
            .Set("@key_loads", Array.ConvertAll(byKey, load => load.Load.Id))
            .Set("@owner", owner.Sid)
            .Set("@owner_id", owner.Id)
            .Set("@definitions", _definitions.Of(owner.Options, isAdmitted: true));
    }

    private async Task<StoreAnswer?[]> ReadAsync(DbDataReader reader, SqlOwner owner, QueuedLoad[] loads)
    {
        StoreAnswer?[] found = new StoreAnswer?[loads.Length];
        while (await reader.ReadAsync().ConfigureAwait(false))
        {
            int place = reader.GetInt32(0);
            try
            {
                found[place] = AnswerOf(reader);
            }
            catch (Exception failure) when (!_database.Failures.IsUnanswered(failure))
            {
                // A row that cannot be read keeps no other one from its caller. It is given back before it is loaded alone.
                _lost.Add(owner, loads[place].Id);
            }
        }

        return found;
    }

    private StoreAnswer AnswerOf(DbDataReader reader)
    {
        LoadedInstance loaded = FoundRow.LoadedOf(_database, reader, reader.GetGuid(1), 3);
        WorkflowIdentity? identity = _definitions.IdentityOf(reader.GetInt32(2));
        return new StoreAnswer(StoreOutcome.Done) { InstanceId = loaded.InstanceId, Identity = identity, Loaded = loaded with { Identity = identity } };
    }

    /// <summary>A load that waits in the queue. The queue takes one load of an id or a key at a time.</summary>
    private sealed record QueuedLoad(LoadRequest Request) : ServerWrite(Request.Owner, Request.InstanceId ?? Request.Key!.Value, 0, 0)
    {
        /// <summary>What stands in the row that it locks.</summary>
        public Guid Id { get; } = Guid.NewGuid();

        public override int Bytes => 0;

        public override long? StateCheck => null;

        public override bool GivesBack => false;

        public override bool Deletes => false;

        public override IReadOnlyCollection<Guid> Keys => [];
    }
}
