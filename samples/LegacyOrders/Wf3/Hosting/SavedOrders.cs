using System.Collections.Generic;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace LegacyOrders.Wf3.Hosting;

/// <summary>The database of the orders.</summary>
public static class SavedOrders
{
    /// <summary>Creates the service that commits the save of an instance, its tracking records and its pending work on one connection.</summary>
    public static WorkflowCommitWorkBatchService CreateCommitService(string connectionString)
    {
        return new SharedConnectionWorkflowCommitWorkBatchService(connectionString);
    }

    /// <summary>Describes saved instances without loading them.</summary>
    public static ICollection<string> Describe(IEnumerable<SqlPersistenceWorkflowInstanceDescription> instances)
    {
        List<string> lines = new List<string>();
        foreach (SqlPersistenceWorkflowInstanceDescription instance in instances)
        {
            string reason = instance.Status == WorkflowStatus.Suspended ? ": " + instance.SuspendOrTerminateDescription : string.Empty;
            lines.Add(instance.Status + (instance.IsBlocked ? ", waits" : string.Empty) + reason);
        }

        return lines;
    }
}
