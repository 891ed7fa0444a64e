using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Extensions.Hosting.Tests.Client;

public sealed class StartTests
{
    private static readonly WorkflowStartOptions WithKey = new() { Key = "order/1" };

    [Fact]
    public async Task StartAsync_WithPropertiesAsInputs_RunsToTheEnd()
    {
        await using HostRun run = await HostRun.StartAsync(Greetings);
        Guid id = await run.StartInstanceAsync("greet", new { Name = "Ada" });
        Assert.Equal("Hello Ada", await run.Client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
        WorkflowResult result = await run.EndOfAsync(id);
        Assert.Equal((WorkflowInstanceState.Completed, "Hello Ada"), (result.State, result.GetOutput<string>("Result")));
        Assert.Throws<KeyNotFoundException>(() => result.GetOutput<string>("Other"));
    }

    [Fact]
    public async Task StartAsync_HiddenProperty_TakesTheDerivedProperty()
    {
        await using HostRun run = await HostRun.StartAsync(Greetings);
        Guid id = await run.StartInstanceAsync("greet", new Named());
        Assert.Equal("Hello Ada", await run.Client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public async Task StartAsync_OneValueAsInputs_ThrowsWithAdvice()
    {
        await using HostRun run = await HostRun.StartAsync(Greetings);
        WorkflowInputException exception = await Assert.ThrowsAsync<WorkflowInputException>(() => run.Client.StartAsync("greet", "Ada"));
        Assert.Contains("pass an object that has a property for each input", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task StartAsync_UnknownDefinition_NamesTheRegisteredOnes()
    {
        await using HostRun run = await HostRun.StartAsync(Greetings);
        WorkflowDefinitionNotFoundException name = await Assert.ThrowsAsync<WorkflowDefinitionNotFoundException>(() => run.Client.StartAsync("great"));
        Assert.Equal("No definition has the name 'great'; register it with AddDefinition. The registered definitions are 'greet' 1.", name.Message);
        WorkflowDefinitionNotFoundException version = await Assert.ThrowsAsync<WorkflowDefinitionNotFoundException>(
            () => run.Client.StartAsync("greet", null, new() { Version = 7 }));
        Assert.Equal(("greet", 7), (version.DefinitionName, version.Version));
    }

    [Fact]
    public async Task StartAsync_InvalidInputs_NamesThemAndStoresNothing()
    {
        await using HostRun run = await HostRun.StartAsync(Greetings);
        WorkflowInputException exception = await Assert.ThrowsAsync<WorkflowInputException>(() => run.Client.StartAsync("greet", new { Name = 5, Nmae = "x" }));
        Assert.Contains("'Nmae' is not an argument", exception.Message, StringComparison.Ordinal);
        Assert.Contains("'Name' needs a 'System.String', not a 'System.Int32'", exception.Message, StringComparison.Ordinal);
        Assert.Empty(await AllAsync(run));
    }

    [Fact]
    public async Task StartAsync_WithAKeyInUse_IsRefusedUntilTheInstanceEnds()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        Guid first = await run.StartInstanceAsync("wait", null, WithKey);
        WorkflowKeyInUseException exception = await Assert.ThrowsAsync<WorkflowKeyInUseException>(() => run.Client.StartAsync("wait", null, WithKey));
        Assert.Equal(("order/1", first), (exception.Key, exception.ConflictingInstanceId));
        Assert.Equal("order/1", Assert.Single(await AllAsync(run)).Key);
        await run.Client.ResumeAsync("order/1", "go");
        await run.EndOfAsync(first);
        Assert.NotEqual(first, await run.StartInstanceAsync("wait", null, WithKey));
    }

    /// <summary>Regression 13: several callers send the same request concurrently.</summary>
    [Fact]
    public async Task StartAsync_WithOneRequestId_StartsOneInstance()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        WorkflowStartOptions options = new() { Key = "order/1", RequestId = "request 1" };
        WorkflowReceipt[] receipts = await Task.WhenAll(
            Enumerable.Range(0, 8).Select(_ => run.Client.StartAsync("wait", null, options))).WaitAsync(HangGuard.Limit);
        Assert.Single(receipts.Select(receipt => receipt.InstanceId).Distinct());
        Assert.Single(receipts, receipt => !receipt.IsRepeated);
        Assert.Single(await AllAsync(run));
    }

    /// <summary>Regression 14: the instance starts once and not early.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task StartAsync_ForLater_BeginsAtThatTime(bool isTime)
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition("note", 1, new Note { Text = "begun" }));
        TimeSpan delay = TimeSpan.FromHours(2);
        Guid id = await run.StartInstanceAsync("note", null, isTime ? new() { StartAt = run.Time.GetUtcNow() + delay } : new() { StartIn = delay });
        Assert.Equal(WorkflowInstanceState.Waiting, (await run.Client.GetAsync(id))!.State);
        await AdvanceAsync(run, delay - TimeSpan.FromSeconds(1));
        Assert.Empty(run.Journal.Entries);
        await AdvanceAsync(run, TimeSpan.FromSeconds(1));
        await run.EndOfAsync(id);
        Assert.Equal(["begun"], run.Journal.Entries);
    }

    [Fact]
    public async Task StartAsync_WithTwoTimes_IsRefused()
    {
        await using HostRun run = await HostRun.StartAsync(Greetings);
        await Assert.ThrowsAsync<ArgumentException>(
            () => run.Client.StartAsync("greet", null, new() { StartIn = TimeSpan.Zero, StartAt = run.Time.GetUtcNow() }));
    }

    [Fact]
    public async Task StartAsync_ClientOnlyProcess_IsRunByAnotherProcess()
    {
        await using HostRun host = await HostRun.StartAsync(workflow => workflow.AddDefinition("note", 1, new Note()));
        await using HostRun client = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("note", 1, new Note()).Configure(options => options.RunInstances = false), host.Store, host.Time);
        Guid id = await client.StartInstanceAsync("note");
        await host.EndOfAsync(id);
        Assert.Equal(["note"], host.Journal.Entries);
        Assert.Empty(client.Journal.Entries);
        Assert.Equal(WorkflowInstanceState.Completed, (await client.EndOfAsync(id)).State);
    }

    [Fact]
    public async Task StartAsync_WithoutAVersion_StartsTheNewest()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow
            .AddDefinition("note", 2, new Note { Text = "two" })
            .AddDefinition("note", 10, new Note { Text = "ten" })
            .AddDefinition("note", 1, new Note { Text = "one" }));
        await run.EndOfAsync(await run.StartInstanceAsync("note"));
        await run.EndOfAsync(await run.StartInstanceAsync("note", null, new() { Version = 1 }));
        Assert.Equal(["ten", "one"], run.Journal.Entries);
    }

    private static void Greetings(WorkflowHostBuilder workflow) => workflow.AddDefinition("greet", 1, new Greet());

    private static async Task<List<WorkflowInstanceInfo>> AllAsync(HostRun run) => await run.Client.QueryAsync().ToListAsync();

    /// <summary>Advances the clock; each timer fires at its due time.</summary>
    private static Task AdvanceAsync(HostRun run, TimeSpan by)
    {
        run.Time.Advance(by);
        return Task.CompletedTask;
    }

    public sealed class Greet : CodeActivity<string>
    {
        public InArgument<string> Name { get; set; } = null!;

        protected override string Execute(CodeActivityContext context) => $"Hello {Name.Get(context)}";
    }

    private class Anonymous
    {
        public int Name => 5;
    }

    private sealed class Named : Anonymous
    {
        public new string Name => "Ada";
    }
}
