extern alias WorkflowCore;
using System.Xml.Linq;
using WorkflowCore::Workflow.Persistence;
using WorkflowIdentity = WorkflowCore::Workflow.WorkflowIdentity;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Reads the descriptions of instances from a store. Skips instances of unknown workflows, and instances with invalid values.</summary>
internal static class StoreDescriptions
{
    private static readonly XNamespace Properties = "urn:schemas-microsoft-com:System.Activities/4.0/properties";

    public static async Task<IReadOnlyList<SqlPersistenceWorkflowInstanceDescription>> AllAsync(InstanceStore store, WorkflowRuntime runtime)
    {
        List<SqlPersistenceWorkflowInstanceDescription> all = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery(), CancellationToken.None).ConfigureAwait(false))
        {
            if (summary.DefinitionIdentity is { } identity && IsKnown(identity, runtime)
                && Value(summary, "Status") is string text && Enum.TryParse(text, out WorkflowStatus status) && Enum.IsDefined(status))
            {
                all.Add(new SqlPersistenceWorkflowInstanceDescription(
                    summary.InstanceId,
                    status,
                    summary.Status != InstanceStatus.Executing,
                    summary.DueAt?.UtcDateTime,
                    (Value(summary, "SuspendReason") ?? Value(summary, "Exception")) as string));
            }
        }

        return all;
    }

    private static bool IsKnown(WorkflowIdentity identity, WorkflowRuntime runtime) => runtime.DefinitionOf($"{identity.Package}|{identity.Name}") is not null;

    private static object? Value(InstanceSummary summary, string name) => summary.Values.GetValueOrDefault(Properties + name);
}
