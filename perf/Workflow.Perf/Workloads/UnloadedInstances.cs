using Workflow.Perf.Databases;
using Workflow.Persistence.Sql;

namespace Workflow.Perf.Workloads;

/// <summary>Instances of <see cref="Applications.Waiting"/> that wait in a database.</summary>
internal sealed class UnloadedInstances(DatabaseKind kind)
{
    /// <summary>The number of instances, large enough to make one-time costs negligible.</summary>
    private const int Count = 10_000;

    private readonly Database _database = Database.Create(kind);
    private readonly Activity _workflow = Applications.Waiting();
    private double? _size;

    public string Description => _database.Description;

    /// <summary>Returns a loop that starts instances and unloads them.</summary>
    public Action<int> Starts(int atOnce, int parts)
    {
        SqlInstanceStore store = _database.NewStore();
        StoredInstances.OwnerOf(store);
        return Together.Loop(atOnce, parts, _ => StoredInstances.StartAsync(_workflow, store));
    }

    /// <summary>Returns the bytes of one instance on disk. They are measured once, in a separate database.</summary>
    public double SizeOfOne()
    {
        if (_size is null)
        {
            UnloadedInstances fresh = new(kind);
            Action<int> starts = fresh.Starts(256, Count);
            long before = fresh._database.Size();
            starts(1);
            _size = (double)(fresh._database.Size() - before) / Count;
        }

        return _size.Value;
    }
}
