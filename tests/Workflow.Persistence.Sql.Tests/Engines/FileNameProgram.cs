extern alias WorkflowLegacy;

using System.Data.Common;
using Microsoft.Data.Sqlite;
using WorkflowLegacy::Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>
/// A process that changes its current directory while it uses databases with relative names. Tests need a separate process, because the current directory
/// belongs to the whole process.
/// </summary>
internal static class FileNameProgram
{
    public const string Mode = "file-name";

    /// <summary>
    /// Creates each store in the first folder, and changes between the folders before each of its calls. Writes the number of instances that each store
    /// finds.
    /// </summary>
    /// <param name="arguments">The mode, two existing folders, and optionally a third folder, which becomes the data directory.</param>
    public static async Task<int> RunAsync(string[] arguments)
    {
        (string first, string second) = (arguments[1], arguments[2]);
        if (arguments.Length > 3)
        {
            AppDomain.CurrentDomain.SetData("DataDirectory", arguments[3]);
        }

        await UseAsync(() => SqlInstanceStore.OpenSqlite("text.db"));
        await UseAsync(() => new SqlInstanceStore(Source("Data Source=source.db"), new SqlInstanceStoreOptions()));
        await UseAsync(() => new SqlInstanceStore(Source("Filename=./pooled.db;Pooling=true"), new SqlInstanceStoreOptions()));
        await UseAsync(() => new SqlInstanceStore(Source("Data Source=|DataDirectory|directory.db"), new SqlInstanceStoreOptions()));
        await UseAsync(() => new SqlInstanceStore(Source("Data Source=file:uri.db?mode=rwc"), new SqlInstanceStoreOptions()));
        await TrackAsync(first, second);
        return 0;

        async Task UseAsync(Func<SqlInstanceStore> create)
        {
            Environment.CurrentDirectory = first;
            await using SqlInstanceStore store = create();
            Environment.CurrentDirectory = second;
            await store.EnsureSchemaAsync(CancellationToken.None);
            Environment.CurrentDirectory = first;
            InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
            await store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, State = new byte[] { 1 }, Unlock = true },
                CancellationToken.None);
            Environment.CurrentDirectory = second;
            int found = 0;
            await foreach (InstanceSummary _ in store.QueryAsync(new InstanceQuery(), CancellationToken.None))
            {
                found++;
            }

            Console.WriteLine(found);
        }
    }

    /// <summary>Uses the tracking service and its query in the same way. The service opens a connection for each call.</summary>
    private static async Task TrackAsync(string first, string second)
    {
        Environment.CurrentDirectory = first;
        SqlTrackingService service = new(Source("Data Source=tracking.db;Pooling=false"));
        SqlTrackingQuery query = new(Source("Data Source=tracking.db;Pooling=false"));
        Environment.CurrentDirectory = second;
        await service.EnsureSchemaAsync(CancellationToken.None);
        Environment.CurrentDirectory = first;
        await service.RemoveProfileAsync(null, CancellationToken.None);
        Environment.CurrentDirectory = second;
        Console.WriteLine(query.GetWorkflows(new SqlTrackingQueryOptions()).Count);
    }

    private static DbDataSource Source(string text) => SqliteFactory.Instance.CreateDataSource(text);
}
