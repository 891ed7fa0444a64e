using System.Text.Json;
using System.Xml.Linq;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>What a program gets from an instance after its end, and as JSON.</summary>
public sealed class ResultTests
{
    private readonly VirtualTimeProvider _time = new();

    [Fact]
    public async Task GetAsync_OfAWaitingInstance_IsJson()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait", 3), time: _time);
        Guid id = await run.StartInstanceAsync("wait", options: new WorkflowStartOptions { Key = "order/1" });
        WorkflowInstanceInfo info = await run.UntilWaitsAsync(id, "go");
        JsonElement json = JsonSerializer.SerializeToElement(info, JsonSerializerOptions.Web);
        Assert.Equal((id, "order/1", "wait", 3), (json.GetProperty("instanceId").GetGuid(), json.GetProperty("key").GetString(), json.GetProperty("definitionName").GetString(), json.GetProperty("version").GetInt32()));
        Assert.Equal(("Waiting", "go"), (json.GetProperty("state").GetString(), Assert.Single(json.GetProperty("bookmarks").EnumerateArray()).GetString()));
        Assert.Empty(json.GetProperty("outputs").EnumerateObject());
        Assert.Empty(json.GetProperty("values").EnumerateObject());
        Assert.Contains("has no outputs before its end", Assert.Throws<InvalidOperationException>(() => info.GetOutput<string>()).Message, StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => JsonSerializer.Deserialize<WorkflowInstanceInfo>(json, JsonSerializerOptions.Web));
    }

    [Fact]
    public async Task GetAsync_OfAnEndedInstance_HasItsOutputsTypedAndAsJson()
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("all", 1, new Outputs()).AddType<Decision>("decision").AddExtensions((_, extensions) => extensions.Add(new Mapped())), time: _time);
        Guid id = await run.StartInstanceAsync("all");
        await run.EndOfAsync(id);
        WorkflowInstanceInfo info = (await run.Client.GetAsync(id))!;
        Assert.Equal(new Decision(true, "Ada"), info.GetOutput<Decision>());
        Assert.Equal(7, info.GetOutput<int>("Count"));
        JsonElement json = JsonSerializer.SerializeToElement(info, JsonSerializerOptions.Web);
        JsonElement outputs = json.GetProperty("outputs");
        Assert.Equal((7, "NaN"), (outputs.GetProperty("Count").GetInt32(), outputs.GetProperty("Rate").GetString()));
        Assert.Equal("Ada", outputs.GetProperty("Result").GetProperty("By").GetString());
        Assert.Equal("Completed", json.GetProperty("state").GetString());
        Assert.Equal("120", Assert.Single(json.GetProperty("values").EnumerateObject(), property => property.NameEquals("{urn:shop}Total")).Value.ToString());
        WorkflowResult result = await run.Client.WaitForCompletionAsync(id);
        Assert.Equal(new Decision(true, "Ada"), result.GetOutput<Decision>());
        JsonElement same = JsonSerializer.SerializeToElement(result, JsonSerializerOptions.Web);
        Assert.Equal(("Completed", 7), (same.GetProperty("state").GetString(), same.GetProperty("outputs").GetProperty("Count").GetInt32()));
    }

    /// <summary>Instances of this process have objects as outputs, not what a store made of them.</summary>
    [Fact]
    public async Task WaitForCompletionAsync_WithOutputsThatAreNoJson_LeavesThemOut()
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("odd", 1, new OddOutput()), time: _time, store: new InMemoryInstanceStore(_time));
        Guid id = await run.StartInstanceAsync("odd");
        WorkflowResult result = await run.EndOfAsync(id);
        Assert.IsType<Odd>(result.Outputs["Result"]);
        Assert.Empty(JsonSerializer.SerializeToElement(result, JsonSerializerOptions.Web).GetProperty("outputs").EnumerateObject());
    }

    /// <summary>The first program of many: start, look a little later, and read the result. Stores delete ended instances by default.</summary>
    [Fact]
    public async Task WaitForCompletionAsync_AfterTheEnd_GetsTheResultForATime()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition("all", 1, new Outputs()).AddType<Decision>("decision"), new InMemoryInstanceStore(_time), _time);
        Guid id = await run.StartInstanceAsync("all");
        await Eventually.TrueAsync(async () => await run.Client.GetAsync(id) is null, () => string.Empty);
        Assert.Equal(7, (await run.EndOfAsync(id)).GetOutput<int>("Count"));
        Assert.Equal(new Decision(true, "Ada"), await run.Client.WaitForCompletionAsync<Decision>(id));
        _time.Advance(TimeSpan.FromMinutes(4));
        Assert.Equal(WorkflowInstanceState.Completed, (await run.EndOfAsync(id)).State);
        _time.Advance(TimeSpan.FromMinutes(2));
        WorkflowInstanceNotFoundException unknown = await Assert.ThrowsAsync<WorkflowInstanceNotFoundException>(() => run.EndOfAsync(id));
        Assert.Equal(id, unknown.Reference.InstanceId);
    }

    [Fact]
    public async Task WaitForCompletionAsync_WithoutRetention_KnowsOnlyTheStore()
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("all", 1, new Outputs()).Configure(options => options.ResultRetention = TimeSpan.Zero), new InMemoryInstanceStore(_time), _time);
        Guid id = await run.StartInstanceAsync("all");
        await Eventually.TrueAsync(async () => await run.Client.GetAsync(id) is null, () => string.Empty);
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is null);
        await Assert.ThrowsAsync<WorkflowInstanceNotFoundException>(() => run.EndOfAsync(id));
    }

    [Fact]
    public void RecentResults_AreBoundedByNumberAndTime()
    {
        using RecentResults results = new(TimeSpan.FromMinutes(5), _time);
        Guid[] ids = [.. Enumerable.Range(0, 1001).Select(_ => Guid.NewGuid())];
        Array.ForEach(ids, id => results.Add(id, null!));
        results.Add(ids[5], null!);
        Assert.Equal(1, _time.PendingTimers);
        Assert.Equal(1000, results.Count);
        _time.Advance(TimeSpan.FromMinutes(5));
        Assert.Equal((0, 0), (results.Count, _time.PendingTimers));
    }

    private sealed class Outputs : CodeActivity<Decision>
    {
        public OutArgument<int> Count { get; set; } = null!;

        public OutArgument<double> Rate { get; set; } = null!;

        protected override Decision Execute(CodeActivityContext context)
        {
            Count.Set(context, 7);
            Rate.Set(context, double.NaN);
            return new Decision(true, "Ada");
        }
    }

    private sealed class OddOutput : CodeActivity<Odd>
    {
        protected override Odd Execute(CodeActivityContext context) => new();
    }

    private sealed class Odd
    {
        public string Text => throw new InvalidOperationException("It fails.");
    }

    private sealed class Mapped : PersistenceParticipant
    {
        protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
        {
            readWriteValues = null;
            writeOnlyValues = new Dictionary<XName, object?> { [XName.Get("Total", "urn:shop")] = 120 };
        }
    }
}
