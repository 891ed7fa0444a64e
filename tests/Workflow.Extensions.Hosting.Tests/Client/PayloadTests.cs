using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>
/// Tests of values that do not match the type of the bookmark. The client refuses the call, or the host refuses the message on delivery. No instance fails.
/// </summary>
public abstract class PayloadTests(TestStores stores) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private InstanceStore _store = null!;

    public async Task InitializeAsync() => _store = await stores.CreateAsync(_time);

    public Task DisposeAsync() => stores.DisposeAsync();

    [Theory]
    [InlineData("yes", "A value of the type 'System.String'")]
    [InlineData(null, "Null")]
    public async Task ResumeAsync_WithAnotherType_IsRefusedAndStoresNothing(string? value, string text)
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition("count", 2, new WaitForBookmark<int>("count")));
        Guid id = await run.StartInstanceAsync("count", null, new() { Key = "k" });
        WorkflowPayloadException exception = await Assert.ThrowsAsync<WorkflowPayloadException>(() => run.Client.ResumeAsync("k", "count", value));
        Assert.Equal((value?.GetType(), typeof(int)), (exception.Type, exception.ExpectedType));
        Assert.Equal(
            $"{text} cannot be sent to the bookmark 'count' of the instance '{id}', because the definition 'count' 2 expects 'System.Int32'; send a value of that type.",
            exception.Message);
        Assert.Equal(0, (await run.Client.GetAsync(id))!.PendingMessageCount);
        await run.Client.ResumeAsync("k", "count", 5);
        Assert.Equal(5, await run.Client.WaitForCompletionAsync<int>(id).WaitAsync(HangGuard.Limit));
    }

    /// <summary>Two definitions use the same bookmark name with different types, and a third definition uses it with both types.</summary>
    [Fact]
    public async Task ResumeAsync_NameInSeveralDefinitions_ChecksTheRightOne()
    {
        await using HostRun run = await StartAsync(workflow => workflow
            .AddDefinition("number", 1, new WaitForBookmark<int>("go"))
            .AddDefinition("text", 1, new WaitForBookmark<string>("go"))
            .AddDefinition("any", 1, new WaitFor())
            .AddDefinition("both", 1, new Sequence { Activities = { new WaitForBookmark<string>("go"), new WaitForBookmark<int>("go") } })
            .Configure(options => options.RunInstances = false));
        Guid number = await run.StartInstanceAsync("number"), text = await run.StartInstanceAsync("text");
        Guid any = await run.StartInstanceAsync("any"), both = await run.StartInstanceAsync("both");
        await run.Client.ResumeAsync(number, "go", 1);
        await run.Client.ResumeAsync(text, "go", "1");
        await run.Client.ResumeAsync(any, "go", 1m);
        await run.Client.ResumeAsync(both, "go", "1");
        await run.Client.ResumeAsync(both, "go", 1);
        await Assert.ThrowsAsync<WorkflowPayloadException>(() => run.Client.ResumeAsync(number, "go", "1"));
        await Assert.ThrowsAsync<WorkflowPayloadException>(() => run.Client.ResumeAsync(text, "go", 1));
        WorkflowPayloadException exception = await Assert.ThrowsAsync<WorkflowPayloadException>(() => run.Client.ResumeAsync(both, "go", 1m));
        Assert.Contains("expects 'System.Int32' or 'System.String'", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>An activity of an application declares its wait. Its correlation is computed, so the name is a prefix.</summary>
    [Fact]
    public async Task ResumeAsync_ActivityThatDeclaresItsWait_IsChecked()
    {
        await using HostRun run = await StartAsync(
            workflow => workflow.AddDefinition("own", 1, new DeclaredWait()).Configure(options => options.RunInstances = false));
        Guid id = await run.StartInstanceAsync("own");
        WorkflowPayloadException exception = await Assert.ThrowsAsync<WorkflowPayloadException>(() => run.Client.ResumeAsync(id, "count/7", "x"));
        Assert.Equal(typeof(int), exception.ExpectedType);
        await run.Client.ResumeAsync(id, "count/7", 7);
    }

    /// <summary>A computed correlation can be any text after the slash; a literal correlation is part of the name.</summary>
    [Fact]
    public async Task ResumeAsync_NameWithCorrelation_IsCheckedByBookmarkName()
    {
        await using HostRun run = await StartAsync(workflow => workflow
            .AddDefinition("computed", 1, new WaitForBookmark<int>("parcels/shipped") { Correlation = new(_ => "1/7") })
            .AddDefinition("literal", 1, new WaitForBookmark<int>("paid") { Correlation = "17" })
            .Configure(options => options.RunInstances = false));
        Guid computed = await run.StartInstanceAsync("computed"), literal = await run.StartInstanceAsync("literal");
        foreach (string name in new[] { "parcels/shipped", "parcels/shipped/17", "parcels/shipped/1/7" })
        {
            await Assert.ThrowsAsync<WorkflowPayloadException>(() => run.Client.ResumeAsync(computed, name, "text"));
            await run.Client.ResumeAsync(computed, name, 1);
        }

        await Assert.ThrowsAsync<WorkflowPayloadException>(() => run.Client.ResumeAsync(literal, "paid/17", "text"));
        foreach (string name in new[] { "paid", "paid/", "paid/1", "paid/17/1", "parcels", "parcels/" })
        {
            await run.Client.ResumeAsync(literal, name, "text");
        }
    }

    /// <summary>A second host of the process has the same activity object, whose metadata cannot be read again after it has run.</summary>
    [Fact]
    public async Task ResumeAsync_InASecondHostOfTheProcess_IsRefused()
    {
        WaitForBookmark<int> root = new("count");
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition("count", 1, root));
        Guid id = await run.StartInstanceAsync("count");
        await run.UntilWaitsAsync(id, "count");
        await using HostRun second = await StartAsync(workflow => workflow.AddDefinition("count", 1, root));
        await Assert.ThrowsAsync<WorkflowPayloadException>(() => second.Client.ResumeAsync(id, "count", "five"));
    }

    /// <summary>A client without the definition does not know the expected type, so the host refuses the message on delivery.</summary>
    [Fact]
    public async Task Message_OfAnotherType_IsRefusedOnDeliveryAndReported()
    {
        await using HostRun run = await StartAsync(
            workflow => workflow.AddDefinition("count", 1, new Sequence { Activities = { new WaitForBookmark<int>("count"), new WaitFor() } }));
        await using HostRun sender = await StartAsync(_ => { });
        Guid id = await run.StartInstanceAsync("count");
        WorkflowReceipt wrong = await sender.Client.ResumeAsync(id, "count", "five");
        WorkflowInstanceInfo info = await run.UntilAsync(id, found => found.RefusedMessages.Count > 0);
        Assert.Equal((0, WorkflowInstanceState.Waiting), (info.PendingMessageCount, info.State));
        WorkflowRefusedMessage refused = Assert.Single(info.RefusedMessages);
        Assert.Equal((wrong.Sequence, "count"), (refused.Sequence, refused.BookmarkName));
        Assert.Contains("expects a value of the type 'System.Int32' and was not resumed with a 'System.String'", refused.Reason, StringComparison.Ordinal);
        Assert.False(await sender.Client.WithdrawAsync(wrong));
        Assert.Single(run.Log.Lines, line => line.Id == 17);
        await sender.Client.ResumeAsync(id, "count", 5);
        await run.UntilWaitsAsync(id, "go");
        await sender.Client.ResumeAsync(id, "go", "x");
        await run.EndOfAsync(id);
        Assert.Single((await run.Client.GetAsync(id))!.RefusedMessages);
    }

    /// <summary>A second process continues the instance and refuses more messages than the instance keeps.</summary>
    [Fact]
    public async Task Messages_SomeRefused_KeepTheOrderOfTheOthers()
    {
        await using HostRun sender = await StartAsync(_ => { });
        Guid id;
        await using (HostRun first = await StartAsync(Counting))
        {
            id = await first.StartInstanceAsync("count");
            await sender.Client.ResumeAsync(id, "count", "first");
            await first.UntilAsync(id, found => found.RefusedMessages.Count > 0);
        }

        for (int i = 0; i < 10; i++)
        {
            await sender.Client.ResumeAsync(id, "count", $"{i}");
        }

        await sender.Client.ResumeAsync(id, "count", 1);
        await sender.Client.ResumeAsync(id, "count", "last");
        await sender.Client.ResumeAsync(id, "count", 2);
        await using HostRun second = await StartAsync(Counting);
        await second.EndOfAsync(id);
        Assert.Equal(["1", "2"], second.Journal.Entries);
        IReadOnlyList<WorkflowRefusedMessage> refused = (await second.Client.GetAsync(id))!.RefusedMessages;
        Assert.Equal(10, refused.Count);
        Assert.Equal(refused.Select(message => message.Sequence).Order(), refused.Select(message => message.Sequence));
    }

    /// <summary>A message for a bookmark that is never created must not prevent the unloading of its instance.</summary>
    [Fact]
    public async Task Message_ForALaterBookmark_DoesNotKeepTheInstanceInMemory()
    {
        await using HostRun run = await StartAsync(
            workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.TimeToUnload = TimeSpan.FromSeconds(10)));
        Guid id = await run.StartInstanceAsync("wait");
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is { IdleSince: not null });
        await run.Client.ResumeAsync(id, "never", "x");
        await Eventually.TrueAsync(() =>
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            return run.Service.Loaded.Count == 0;
        });
        await run.Client.ResumeAsync(id, "go", "x");
        await run.EndOfAsync(id);
    }

    private static void Counting(WorkflowHostBuilder workflow)
    {
        Variable<int> value = new();
        workflow.AddDefinition("count", 1, new Sequence
        {
            Variables = { value },
            Activities =
            {
                new WaitForBookmark<int>("count") { Result = value },
                new Note { Text = new(context => $"{value.Get(context)}") },
                new WaitForBookmark<int>("count") { Result = value },
                new Note { Text = new(context => $"{value.Get(context)}") },
            },
        });
    }

    private Task<HostRun> StartAsync(Action<WorkflowHostBuilder> configure) => HostRun.StartAsync(configure, _store, _time);

    private sealed class DeclaredWait : NativeActivity, IBookmarkWait
    {
        public InArgument<string>? BookmarkName { get; set; } = "count";

        public InArgument<string>? Correlation { get; set; } = new(_ => "7");

        public Type ValueType => typeof(int);

        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) =>
            context.CreateBookmark($"{BookmarkName!.Get(context)}/{Correlation!.Get(context)}");
    }

    public sealed class Memory() : PayloadTests(new MemoryStores());

    public sealed class Sqlite() : PayloadTests(new SqliteStores());
}
