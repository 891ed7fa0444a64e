using System.Globalization;
using System.Xml.Linq;
using Workflow.Perf.Activities;
using Workflow.Perf.Databases;
using Workflow.Persistence;
using Workflow.Persistence.Sql;

namespace Workflow.Perf.Workloads;

/// <summary>A database in which many instances wait, each at its own bookmark, with a timer and a promoted value. One timer is due.</summary>
internal sealed class WaitingInstances
{
    private const int AtOnce = 1_000;

    private readonly Database _database;
    private readonly int _count;
    private readonly SqlInstanceStore _store;
    private readonly InstanceOwner _owner;
    private int _next;

    public WaitingInstances(DatabaseKind kind, int count)
    {
        _database = Database.Create(kind);
        _count = count;
        _store = _database.NewStore(Options());
        _owner = StoredInstances.OwnerOf(_store);
        Together.Run(AtOnce, count, number => _store.SaveAsync(_owner, Waiting(number), CancellationToken.None));
    }

    public string Description => _database.Description;

    /// <summary>Returns a loop over the first calls of a host: a new store, its owner, and the wait for a runnable instance.</summary>
    public Action<int> Starts() => Together.InTurn(async () =>
    {
        SqlInstanceStore store = _database.NewStore(Options());
        await using (store.ConfigureAwait(false))
        {
            await store.EnsureSchemaAsync(CancellationToken.None).ConfigureAwait(false);
            InstanceOwner owner = await store.CreateOwnerAsync(
                new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None).ConfigureAwait(false);
            await store.WaitForRunnableAsync(owner, CancellationToken.None).ConfigureAwait(false);
            await store.DeleteOwnerAsync(owner, CancellationToken.None).ConfigureAwait(false);
        }
    });

    /// <summary>Returns a loop that loads the instance that is due, and saves it so that it is due again.</summary>
    public Action<int> Due() => Together.InTurn(async () =>
    {
        StoredInstance due = await _store.TryLoadRunnableAsync(_owner, default, CancellationToken.None).ConfigureAwait(false)
            ?? throw new InvalidOperationException("The instance that is due was not found.");
        await _store.SaveAsync(_owner, Waiting(0, due.InstanceId, due.LockVersion), CancellationToken.None).ConfigureAwait(false);
    });

    /// <summary>Returns a loop that finds the instance that waits at a bookmark.</summary>
    public Action<int> ByBookmark() => Together.InTurn(async () =>
    {
        InstanceQuery query = new() { BookmarkName = NameOf(Next()) };
        int found = 0;
        await foreach (InstanceSummary summary in _store.QueryAsync(query, CancellationToken.None).ConfigureAwait(false))
        {
            found += summary.Bookmarks.Count;
        }

        Check(found);
    });

    /// <summary>Returns a loop that finds the instance with a promoted value, through the view.</summary>
    public Action<int> ByPromotedValue()
    {
        System.Data.Common.DbConnection connection = _database.Open();
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                using System.Data.Common.DbCommand command = _database.Command(
                    connection,
                    $"SELECT count(*) FROM workflow.promoted_properties p JOIN workflow.instances i ON i.instance_id = p.instance_id "
                    + $"WHERE p.promotion = 'Order' AND p.name = 'Customer' AND p.text_value = '{NameOf(Next())}' AND i.active_bookmarks IS NOT NULL");
                Check((int)(long)command.ExecuteScalar()!);
            }
        };
    }

    private static SqlInstanceStoreOptions Options() => new() { Promotions = { ["Order"] = new() { Texts = { "Customer" } } } };

    private static InstanceSave Waiting(int number, Guid? id = null, long lockVersion = 0) => new()
    {
        InstanceId = id ?? Guid.NewGuid(),
        LockVersion = lockVersion,
        Status = InstanceStatus.Idle,
        State = new byte[300],
        DueIn = number == 0 ? TimeSpan.Zero : TimeSpan.FromHours(1 + number),
        Bookmarks = [new SavedBookmark { Name = NameOf(number), OwnerDisplayName = nameof(Approval) }],
        WriteOnlyValues = new Dictionary<XName, object?> { ["Customer"] = NameOf(number) },
        Unlock = true,
    };

    private static string NameOf(int number) => string.Create(CultureInfo.InvariantCulture, $"customer {number}");

    private static void Check(int found)
    {
        if (found != 1)
        {
            throw new InvalidOperationException($"{found} instances were found instead of one.");
        }
    }

    private int Next() => _next = (_next + 7_919) % _count;
}
