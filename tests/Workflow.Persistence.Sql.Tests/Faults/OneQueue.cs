namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// Ids that belong to the same queue of a store, so that the store sends their waiting calls together on a machine with any number of processors.
/// </summary>
internal static class OneQueue
{
    /// <summary>A multiple of every number of queues that a store can have.</summary>
    private const uint Divisor = 12;

    public static Guid NewId()
    {
        while (true)
        {
            Guid id = Guid.NewGuid();
            if (unchecked((uint)id.GetHashCode()) % Divisor == 0)
            {
                return id;
            }
        }
    }
}
