using System.Buffers.Binary;
using System.Data.Common;
using System.Globalization;
using System.Transactions;
using Microsoft.Data.Sqlite;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// The process that is killed: workers that start instances, count in them, complete them, and start pairs of instances in one transaction. Each says what it is about to save, and
/// what was saved.
/// </summary>
internal static class CrashProgram
{
    public const string Trying = "try", Saved = "ok", Completing = "end", Completed = "ended", Pair = "pair", Waiting = "waiting", Lost = "lost";

    private const int Workers = 4, LastNumber = 8;

    public static async Task<int> Main(string[] arguments)
    {
        if (arguments[0] == ScopeProgram.Mode)
        {
            return await ScopeProgram.RunAsync(arguments);
        }

        string file = arguments[1];
        int seed = int.Parse(arguments[2], CultureInfo.InvariantCulture);
        await using SqlInstanceStore store = Open(file, TimeSpan.FromMinutes(double.Parse(arguments[3], CultureInfo.InvariantCulture)));
        await store.EnsureSchemaAsync(CancellationToken.None);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Name = $"{seed}", Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        if (arguments[0] == "hold")
        {
            await HoldAsync(store, owner);
            return 0;
        }

        await Task.WhenAll(Enumerable.Range(0, Workers).Select(number => Task.Run(() => WorkAsync(store, owner, new Random(unchecked((seed * 31) + number))))));
        return 0;
    }

    public static SqlInstanceStore Open(string file, TimeSpan offset) => new(
        SqliteFactory.Instance.CreateDataSource(new SqliteConnectionStringBuilder { DataSource = file, Pooling = false }.ToString()),
        new SqlInstanceStoreOptions { TimeProvider = new OffsetTimeProvider(offset), StateEncoding = StateEncoding.Brotli });

    public static InstanceSave Number(Guid id, long version, int number, bool unlock = true)
    {
        byte[] state = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(state, number);
        return new InstanceSave
        {
            InstanceId = id,
            LockVersion = version,
            State = state,
            Status = InstanceStatus.Executing,
            Bookmarks = [new SavedBookmark { Name = $"number {number}", OwnerDisplayName = "Counter" }],
            KeysAdded = version == 0 ? [id] : [],
            Unlock = unlock,
        };
    }

    public static int NumberOf(StoredInstance stored) => BinaryPrimitives.ReadInt32LittleEndian(stored.State.Span);

    private static async Task WorkAsync(SqlInstanceStore store, InstanceOwner owner, Random random)
    {
        while (true)
        {
            if (random.Next(4) == 0)
            {
                await StartPairAsync(store, owner, random.Next(3));
            }
            else if (random.Next(3) == 0 || await store.TryLoadRunnableAsync(owner, CancellationToken.None) is not { } loaded)
            {
                await SaveAsync(store, owner, Number(Guid.NewGuid(), 0, 0), 0);
            }
            else if (NumberOf(loaded) < LastNumber)
            {
                await SaveAsync(store, owner, Number(loaded.InstanceId, loaded.LockVersion, NumberOf(loaded) + 1), NumberOf(loaded) + 1);
            }
            else
            {
                Say($"{Completing} {loaded.InstanceId}");
                await store.SaveAsync(
                    owner,
                    new InstanceSave { InstanceId = loaded.InstanceId, LockVersion = loaded.LockVersion, Status = InstanceStatus.Closed, Complete = true },
                    CancellationToken.None);
                Say($"{Completed} {loaded.InstanceId}");
            }
        }
    }

    private static async Task SaveAsync(SqlInstanceStore store, InstanceOwner owner, InstanceSave save, int number)
    {
        Say($"{Trying} {save.InstanceId} {number}");
        await store.SaveAsync(owner, save, CancellationToken.None);
        Say($"{Saved} {save.InstanceId} {number}");
    }

    /// <summary>Two instances that only wait, each with the id of the other one as its state; and a row of the application for them.</summary>
    /// <param name="store">The store.</param>
    /// <param name="owner">The owner.</param>
    /// <param name="savesBefore">How many are saved before the application writes.</param>
    private static async Task StartPairAsync(SqlInstanceStore store, InstanceOwner owner, int savesBefore)
    {
        Guid one = Guid.NewGuid(), other = Guid.NewGuid();
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            for (int i = 0; i < 3; i++)
            {
                if (i == savesBefore)
                {
                    DbConnection connection = await store.GetTransactionConnectionAsync(CancellationToken.None);
                    await using DbCommand insert = connection.CreateCommand();
                    insert.CommandText = $"INSERT INTO app_pair VALUES ('{one}', '{other}')";
                    await insert.ExecuteNonQueryAsync();
                }
                else
                {
                    (Guid id, Guid state) = i == 0 || (i == 1 && savesBefore == 0) ? (one, other) : (other, one);
                    await store.SaveAsync(owner, new InstanceSave { InstanceId = id, State = state.ToByteArray(), Status = InstanceStatus.Idle, Unlock = true }, CancellationToken.None);
                }
            }

            scope.Complete();
        }

        Say($"{Pair} {one} {other}");
    }

    /// <summary>Holds an instance until a line comes, and then saves it as if no time had passed.</summary>
    private static async Task HoldAsync(SqlInstanceStore store, InstanceOwner owner)
    {
        Guid id = Guid.NewGuid();
        long version = await store.SaveAsync(owner, Number(id, 0, 1, unlock: false), CancellationToken.None);
        Say($"{Waiting} {id}");
        await Console.In.ReadLineAsync();
        try
        {
            await store.SaveAsync(owner, Number(id, version, 99), CancellationToken.None);
            Say(Saved);
        }
        catch (Exception failure) when (failure is InstanceLockLostException or InstanceOwnerException)
        {
            Say(Lost);
        }
    }

    private static void Say(string line) => Console.Out.WriteLine(line);
}
