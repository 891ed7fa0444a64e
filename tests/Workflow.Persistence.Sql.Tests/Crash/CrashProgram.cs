using System.Buffers.Binary;
using System.Data.Common;
using System.Globalization;
using System.Transactions;
using Workflow.Persistence.Sql.Tests.Engines;
using Workflow.Persistence.Sql.Tests.Service;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// The process that tests kill. Its workers start instances, increment the numbers in them, complete them, and start pairs of instances in one transaction.
/// The workers report each save of a number and each completion before and after the call, and each pair after its commit.
/// </summary>
internal static class CrashProgram
{
    /// <summary>The modes of the process: it works until it is killed, or it holds an instance.</summary>
    public const string Mode = "work", Holding = "hold";

    /// <summary>The words with which the output lines of the process begin.</summary>
    public const string Started = "started", Finishing = "finishing", Ended = "finished", Trying = "try", Saved = "ok", Completing = "end",
        Completed = "ended", Pair = "pair", Waiting = "waiting", Lost = "lost";

    private const int Workers = 4, LastNumber = 8;

    public static Task<int> Main(string[] arguments) => arguments[0] switch
    {
        ScopeProgram.Mode => ScopeProgram.RunAsync(arguments),
        InteropProgram.Mode => InteropProgram.RunAsync(arguments),
        ClusterProgram.Mode => ClusterProgram.RunAsync(arguments),
        ServiceProcess.Mode => ServiceProcess.RunAsync(arguments),
        PoisonProcess.Mode => PoisonProcess.RunAsync(),
        FileNameProgram.Mode => FileNameProgram.RunAsync(arguments),
        InvariantProgram.Mode => InvariantProgram.RunAsync(),
        RewritingProgram.Mode => RewritingProgram.RunAsync(arguments[1]),
        _ => RunAsync(arguments[0], int.Parse(arguments[1], CultureInfo.InvariantCulture)),
    };

    private static async Task<int> RunAsync(string mode, int number)
    {
        CrashTarget target = CrashTarget.OfProcess();
        switch (mode)
        {
            case CrashSteps.Mode:
                await CrashSteps.RunAsync(target, number);
                break;
            default:
                await RunAsync(target, number, holds: mode == Holding);
                break;
        }

        return 0;
    }

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

    public static async Task SaveAsync(SqlInstanceStore store, InstanceOwner owner, InstanceSave save, int number)
    {
        Say($"{Trying} {save.InstanceId} {number}");
        await store.SaveAsync(owner, save, CancellationToken.None);
        Say($"{Saved} {save.InstanceId} {number}");
    }

    public static async Task CompleteAsync(SqlInstanceStore store, InstanceOwner owner, StoredInstance loaded)
    {
        Say($"{Completing} {loaded.InstanceId}");
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = loaded.InstanceId, LockVersion = loaded.LockVersion, Status = InstanceStatus.Closed, Complete = true },
            CancellationToken.None);
        Say($"{Completed} {loaded.InstanceId}");
    }

    /// <summary>Saves two idle instances, each with the id of the other as its state, and a row of the application for them, in one transaction.</summary>
    /// <param name="target">The database.</param>
    /// <param name="store">The store.</param>
    /// <param name="owner">The owner.</param>
    /// <param name="savesBefore">The number of instances that are saved before the row of the application is written.</param>
    public static async Task StartPairAsync(CrashTarget target, SqlInstanceStore store, InstanceOwner owner, int savesBefore)
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
                    insert.CommandText = target.Text($"INSERT INTO workflow.app_pair VALUES ('{one}', '{other}')");
                    await insert.ExecuteNonQueryAsync();
                }
                else
                {
                    (Guid id, Guid state) = i == 0 || (i == 1 && savesBefore == 0) ? (one, other) : (other, one);
                    await store.SaveAsync(
                        owner,
                        new InstanceSave { InstanceId = id, State = state.ToByteArray(), Status = InstanceStatus.Idle, Unlock = true },
                        CancellationToken.None);
                }
            }

            scope.Complete();
        }

        Say($"{Pair} {one} {other}");
    }

    public static void Say(string line) => Console.Out.WriteLine(line);

    private static async Task RunAsync(CrashTarget target, int seed, bool holds)
    {
        await using DbDataSource source = target.Source();
        await using SqlInstanceStore store = target.Open(source, new SqlInstanceStoreOptions { StateEncoding = StateEncoding.Brotli });
        await store.EnsureSchemaAsync(CancellationToken.None);
        InstanceOwner owner = await store.CreateOwnerAsync(
            new InstanceOwnerOptions { Name = $"{seed}", Filter = WorkflowIdentityFilter.Any },
            CancellationToken.None);
        if (holds)
        {
            await HoldAsync(store, owner);
            return;
        }

        await Task.WhenAll(Enumerable.Range(0, Workers).Select(
            number => Task.Run(() => WorkAsync(target, store, owner, new Random(unchecked((seed * 31) + number))))));
    }

    private static async Task WorkAsync(CrashTarget target, SqlInstanceStore store, InstanceOwner owner, Random random)
    {
        while (true)
        {
            if (random.Next(4) == 0)
            {
                await StartPairAsync(target, store, owner, random.Next(3));
            }
            else if (random.Next(3) == 0 || await store.TryLoadRunnableAsync(owner, default, CancellationToken.None) is not { } loaded)
            {
                await SaveAsync(store, owner, Number(Guid.NewGuid(), 0, 0), 0);
            }
            else if (NumberOf(loaded) < LastNumber)
            {
                await SaveAsync(store, owner, Number(loaded.InstanceId, loaded.LockVersion, NumberOf(loaded) + 1), NumberOf(loaded) + 1);
            }
            else
            {
                await CompleteAsync(store, owner, loaded);
            }
        }
    }

    /// <summary>Holds an instance until a line arrives on the standard input, and then saves the instance with its old lock version.</summary>
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
}
