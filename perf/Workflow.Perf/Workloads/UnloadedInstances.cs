using Workflow.Perf.Databases;
using Workflow.Persistence.Sql;

namespace Workflow.Perf.Workloads;

/// <summary>Instances of <see cref="Applications.Waiting"/> that wait in a database.</summary>
internal sealed class UnloadedInstances(DatabaseKind kind)
{
    /// <summary>So many that what is there only once does not show.</summary>
    private const int Count = 10_000;

    private readonly Database _database = Database.Create(kind);
    private readonly Activity _workflow = Applications.Waiting();
    private double? _size;

    public string Description => _database.Description;

    /// <summary>Starts instances and unloads them.</summary>
    public Action<int> Starts(int atOnce, int parts)
    {
        SqlInstanceStore store = _database.NewStore();
        StoredInstances.OwnerOf(store);
        return Together.Loop(atOnce, parts, _ => StoredInstances.StartAsync(_workflow, store));
    }

    /// <summary>The bytes of one on the disk. It is measured once, in a database of its own.</summary>
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
