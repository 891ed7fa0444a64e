extern alias WorkflowCore;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>Reads the content of a store.</summary>
public static class Stored
{
    public static async Task<InstanceSummary[]> AllAsync(InstanceStore store)
    {
        List<InstanceSummary> all = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery(), CancellationToken.None))
        {
            all.Add(summary);
        }

        return [.. all];
    }
}
