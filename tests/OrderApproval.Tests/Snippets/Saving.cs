using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow;
using Workflow.Hosting;
using Workflow.Persistence;

namespace OrderApproval.Tests.Snippets;

internal static class Saving
{
    public static InstanceStore DevelopmentStore() => new InMemoryInstanceStore();

    public static async Task<List<string>> WaitingAsync(InstanceStore store)
    {
        List<string> waiting = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { BookmarkName = "decide" }, CancellationToken.None))
        {
            waiting.Add($"{summary.InstanceId} since {summary.Updated:t}");
        }

        return waiting;
    }

    public static void DescribeValues(WorkflowInstanceExtensionManager extensions)
    {
        extensions.Add(new TypeRegistry().Add<Percentage>("percentage").Add<Voucher>("voucher"));
        extensions.Add(new JsonValueSerializer(new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } }));
    }
}

public abstract record Discount;

public sealed record Percentage(decimal Percent) : Discount;

public sealed record Voucher(string Code) : Discount;
