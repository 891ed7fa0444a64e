using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>Tests of messages from a client to instances that are loaded, not loaded, or not waiting yet.</summary>
public abstract class MessageTests(TestStores stores) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private InstanceStore _store = null!;

    public async Task InitializeAsync() => _store = await stores.CreateAsync(_time);

    public Task DisposeAsync() => stores.DisposeAsync();

    [Fact]
    public async Task ResumeAsync_ByKey_DeliversTheValue()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").AddType<Decision>("decision"));
        Guid id = await run.StartInstanceAsync("wait", null, new() { Key = "order/1" });
        WorkflowReceipt receipt = await run.Client.ResumeAsync($"order/{1}", "go", new Decision(true, "Ada"));
        Assert.Equal((id, false), (receipt.InstanceId, receipt.IsRepeated));
        Assert.Equal(new Decision(true, "Ada").ToString(), await run.Client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
    }

    /// <summary>Regressions 3 and 5: each message of a burst for one instance is delivered once and in order.</summary>
    [Fact]
    public async Task ResumeAsync_ManyTimes_DeliversAllInOrder()
    {
        const int Count = 250;
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<Listen>("listen"));
        Guid id = await run.StartInstanceAsync("listen");
        for (int i = 0; i < Count; i++)
        {
            await run.Client.ResumeAsync(id, "message", $"{i}");
        }

        await run.Client.ResumeAsync(id, "message", "end");
        Assert.Equal(Count, await run.Client.WaitForCompletionAsync<int>(id).WaitAsync(HangGuard.Limit));
        Assert.Equal(Enumerable.Range(0, Count).Select(i => $"{i}"), run.Journal.Entries);
    }

    /// <summary>Regressions 1 and 4: the message arrives before the instance has run and waits.</summary>
    [Fact]
    public async Task ResumeAsync_BeforeTheInstanceWaits_IsKeptForIt()
    {
        await using HostRun client = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.RunInstances = false));
        Guid id = await client.StartInstanceAsync("wait");
        await client.Client.ResumeAsync(id, "go", "early");
        Assert.Equal(1, (await client.Client.GetAsync(id))!.PendingMessageCount);
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        Assert.Equal("early", await run.Client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
    }

    /// <summary>Regression 6: a message waits for its own bookmark and does not resume another bookmark.</summary>
    [Fact]
    public async Task ResumeAsync_OfALaterBookmark_WaitsForIt()
    {
        Variable<string> first = new(), second = new();
        Sequence both = new()
        {
            Variables = { first, second },
            Activities =
            {
                new WaitFor { Bookmark = "first", Result = first },
                new WaitFor { Bookmark = "second", Result = second },
                new Note { Text = new(context => $"{first.Get(context)} {second.Get(context)}") }
            },
        };
        await using HostRun run = await StartAsync(
            workflow => workflow.AddDefinition("both", 1, both).Configure(options => options.TimeToUnload = TimeSpan.Zero));
        Guid id = await run.StartInstanceAsync("both");
        await run.UntilWaitsAsync(id, "first");
        await run.Client.ResumeAsync(id, "second", "2");
        await run.Client.ResumeAsync(id, "first", "1");
        await run.EndOfAsync(id);
        Assert.Equal(["1 2"], run.Journal.Entries);
    }

    /// <summary>Regression 13: several senders send the same request concurrently.</summary>
    [Fact]
    public async Task ResumeAsync_WithOneRequestId_IsDeliveredOnce()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<Listen>("listen"));
        Guid id = await run.StartInstanceAsync("listen");
        WorkflowReceipt[] receipts = await Task.WhenAll(
            Enumerable.Range(0, 8).Select(_ => run.Client.ResumeAsync(id, "message", "once", requestId: "r1")))
            .WaitAsync(HangGuard.Limit);
        Assert.Single(receipts.Select(receipt => receipt.Sequence).Distinct());
        Assert.Single(receipts, receipt => !receipt.IsRepeated);
        await run.Client.ResumeAsync(id, "message", "end");
        Assert.Equal(1, await run.Client.WaitForCompletionAsync<int>(id).WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public async Task ResumeAsync_ThatExpires_IsNotDelivered()
    {
        await using HostRun client = await StartAsync(workflow => workflow.AddDefinition<Listen>("listen").Configure(options => options.RunInstances = false));
        Guid id = await client.StartInstanceAsync("listen");
        await client.Client.ResumeAsync(id, "message", "late", expiresIn: TimeSpan.FromMinutes(1));
        await client.Client.ResumeAsync(id, "message", "end");
        _time.Advance(TimeSpan.FromMinutes(2));
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<Listen>("listen"));
        Assert.Equal(0, await run.Client.WaitForCompletionAsync<int>(id).WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public async Task WithdrawAsync_OfAWaitingMessage_RemovesIt()
    {
        await using HostRun client = await StartAsync(workflow => workflow.AddDefinition<Listen>("listen").Configure(options => options.RunInstances = false));
        Guid id = await client.StartInstanceAsync("listen");
        WorkflowReceipt receipt = await client.Client.ResumeAsync(id, "message", "wrong");
        Assert.True(await client.Client.WithdrawAsync(receipt));
        Assert.False(await client.Client.WithdrawAsync(receipt));
        Assert.Equal(0, (await client.Client.GetAsync(id))!.PendingMessageCount);
    }

    [Fact]
    public async Task ResumeAsync_TypeWithoutAlias_ThrowsWithAdvice()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        Guid id = await run.StartInstanceAsync("wait");
        WorkflowPayloadException exception = await Assert.ThrowsAsync<WorkflowPayloadException>(() => run.Client.ResumeAsync(id, "go", new Unregistered(1)));
        Assert.Equal(typeof(Unregistered), exception.Type);
        Assert.Contains("AddType", exception.Message, StringComparison.Ordinal);
        Assert.Equal(0, (await run.Client.GetAsync(id))!.PendingMessageCount);
    }

    [Fact]
    public async Task ResumeAsync_EndedOrUnknownInstance_IsRefused()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition("note", 1, new Note()));
        Guid id = await run.StartInstanceAsync("note", null, new() { Key = "k" });
        await run.EndOfAsync(id);
        Assert.Equal(id, (await Assert.ThrowsAsync<WorkflowInstanceEndedException>(() => run.Client.ResumeAsync(id, "go"))).Reference.InstanceId);
        Assert.Equal("k", (await Assert.ThrowsAsync<WorkflowInstanceNotFoundException>(() => run.Client.CancelAsync("k"))).Reference.Key);
        await Assert.ThrowsAsync<WorkflowInstanceNotFoundException>(() => run.Client.ResumeAsync(Guid.NewGuid(), "go"));
        await Assert.ThrowsAsync<WorkflowInstanceNotFoundException>(() => run.Client.ContinueAsync("k"));
    }

    [Fact]
    public async Task CancelAndTerminate_OfWaitingInstances_EndThem()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        Guid canceled = await run.StartInstanceAsync("wait"), terminated = await run.StartInstanceAsync("wait");
        await run.Client.CancelAsync(canceled);
        await run.Client.TerminateAsync(terminated, "No stock.");
        Assert.Equal(WorkflowInstanceState.Canceled, (await run.EndOfAsync(canceled)).State);
        WorkflowResult result = await run.EndOfAsync(terminated);
        Assert.Equal(WorkflowInstanceState.Faulted, result.State);
        Assert.Contains("No stock.", result.FailureText, StringComparison.Ordinal);
        WorkflowFailedException exception = await Assert.ThrowsAsync<WorkflowFailedException>(() => run.Client.WaitForCompletionAsync<string>(terminated));
        Assert.Contains("No stock.", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>Regression 4: a message arrives while the instance is suspended.</summary>
    [Fact]
    public async Task SuspendAsync_KeepsMessagesUntilTheInstanceContinues()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        Guid id = await run.StartInstanceAsync("wait");
        await run.Client.SuspendAsync(id, "The price is checked.");
        WorkflowInstanceInfo suspended = await run.UntilAsync(id, info => info.State == WorkflowInstanceState.Suspended);
        Assert.Equal("The price is checked.", suspended.Reason);
        await run.Client.ResumeAsync(id, "go", "now");
        Assert.Equal(WorkflowInstanceState.Suspended, (await run.Client.GetAsync(id))!.State);
        Assert.True(await run.Client.ContinueAsync(id));
        await run.UntilAsync(id, info => info.State == WorkflowInstanceState.Completed);
        Assert.Equal("now", await run.Client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public async Task TerminateAsync_OfASuspendedInstance_EndsItAtOnce()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        Guid id = await run.StartInstanceAsync("wait");
        await run.Client.SuspendAsync(id, "Wrong.");
        await run.UntilAsync(id, info => info.State == WorkflowInstanceState.Suspended);
        await run.Client.TerminateAsync(id, "Wrong order.");
        Assert.Equal(WorkflowInstanceState.Faulted, (await run.Client.GetAsync(id))!.State);
    }

    /// <summary>Regression 18: an instance sends a message to itself while it runs.</summary>
    [Fact]
    public async Task ResumeAsync_FromInsideTheInstance_IsDelivered()
    {
        Variable<string> result = new();
        Sequence signals = new()
        {
            Variables = { result },
            Activities = { new SendToSelf(), new WaitFor { Result = result }, new Note { Text = new(context => result.Get(context)) } },
        };
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition("self", 1, signals));
        await run.EndOfAsync(await run.StartInstanceAsync("self"));
        Assert.Equal(["me"], run.Journal.Entries);
    }

    /// <summary>Regression 2: a message that no host can read suspends its instance and does not delay other instances.</summary>
    [Fact]
    public async Task Message_ThatCannotBeRead_SuspendsItsInstanceOnly()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        await using HostRun sender = await StartAsync(
            workflow => workflow.AddDefinition<WaitFor>("wait").AddType<Decision>("decision").Configure(options => options.RunInstances = false));
        Guid poisoned = await run.StartInstanceAsync("wait"), other = await run.StartInstanceAsync("wait");
        await run.UntilWaitsAsync(poisoned, "go");
        await sender.Client.ResumeAsync(poisoned, "go", new Decision(true, "Ada"));
        await sender.Client.ResumeAsync(other, "go", "fine");
        Assert.Equal("fine", await run.Client.WaitForCompletionAsync<string>(other).WaitAsync(HangGuard.Limit));
        WorkflowInstanceInfo info = await run.UntilAsync(poisoned, found => found.State == WorkflowInstanceState.Suspended);
        Assert.Contains("decision", info.Reason, StringComparison.Ordinal);
        Assert.Equal(1, info.PendingMessageCount);
        await run.StopAsync();
        await using HostRun knows = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").AddType<Decision>("decision"));
        Assert.True(await knows.Client.ContinueAsync(poisoned));
        Assert.Equal(WorkflowInstanceState.Completed, (await knows.EndOfAsync(poisoned)).State);
    }

    [Fact]
    public async Task GetDefinitionsAsync_ReportsVersionsWithoutInstances()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait", 1).AddDefinition<WaitFor>("wait", 2));
        Guid old = await run.StartInstanceAsync("wait", null, new() { Version = 1 });
        Assert.Equal(
            [(1, true, false), (2, false, false)],
            (await run.Client.GetDefinitionsAsync()).Select(definition => (definition.Version, definition.HasInstances, definition.IsRemovable)));
        await run.Client.ResumeAsync(old, "go");
        await run.EndOfAsync(old);
        Assert.Equal([(1, true), (2, false)], (await run.Client.GetDefinitionsAsync()).Select(definition => (definition.Version, definition.IsRemovable)));
    }

    private Task<HostRun> StartAsync(Action<WorkflowHostBuilder> configure) => HostRun.StartAsync(configure, _store, _time);

    /// <summary>An activity that sends a message to its own instance.</summary>
    private sealed class SendToSelf : AsyncCodeActivity
    {
        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
            context.GetRequiredService<WorkflowClient>().ResumeAsync(context.WorkflowInstanceId, "go", "me", cancellationToken: cancellationToken);
    }

    public sealed class Memory() : MessageTests(new MemoryStores());

    public sealed class Sqlite() : MessageTests(new SqliteStores());
}
