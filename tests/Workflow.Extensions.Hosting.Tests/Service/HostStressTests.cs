using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Service;

/// <summary>Tests with several hosts on one store. Hosts are lost or temporarily cut off from the store, and senders repeat their requests.</summary>
public abstract class HostStressTests(TestStores stores) : IAsyncLifetime
{
    private const int Instances = 8, Messages = 12, Hosts = 3;

    private readonly VirtualTimeProvider _time = new();
    private readonly List<(HostRun Host, FaultyStore Store)> _all = [];
    private InstanceStore _store = null!;

    public async Task InitializeAsync() => _store = await stores.CreateAsync(_time);

    public Task DisposeAsync() => stores.DisposeAsync();

    /// <summary>Regressions 3, 5, 9, 12, 13 and 21: each message has its effect once and in order, although hosts fail.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Messages_WithHostsThatAreLost_HaveTheirEffectOnce(int seed)
    {
        Random random = new(seed);
        await using HostRun sender = await HostRun.StartAsync(workflow => Define(workflow).Configure(options => options.RunInstances = false), _store, _time);
        for (int i = 0; i < Hosts; i++)
        {
            await AddHostAsync();
        }

        Guid[] ids = await Task.WhenAll(Enumerable.Range(0, Instances).Select(_ => sender.StartInstanceAsync("sum")));
        for (int message = 1; message <= Messages; message++)
        {
            string text = message.ToString(CultureInfo.InvariantCulture);
            await Task.WhenAll(ids.Select(id => SendTwiceAsync(sender, id, text)));
            await DisturbAsync(random);
        }

        Assert.All(_all, host => host.Store.IsCut = false);
        Task<WorkflowResult>[] ends = [.. ids.Select(id => sender.Client.WaitForCompletionAsync(id))];
        await Eventually.TrueAsync(
            () =>
            {
                _time.Advance(TimeSpan.FromSeconds(5));
                return Task.FromResult(Array.TrueForAll(ends, end => end.IsCompleted));
            },
            () => string.Join(Environment.NewLine, _all.Select(host => host.Host.Log.ToString())));
        Assert.All(await Task.WhenAll(ends), end => Assert.Equal(string.Join(' ', Enumerable.Range(1, Messages)), end.GetOutput<string>("Result").Trim()));
        foreach ((HostRun host, FaultyStore store) in _all)
        {
            store.IsLost = false;
            await host.StopInTimeAsync();
        }
    }

    private static WorkflowHostBuilder Define(WorkflowHostBuilder workflow) => workflow
        .AddDefinition("sum", 1, new Append { Count = Messages })
        .Configure(options =>
        {
            options.MaxFailures = 1000;
            options.TimeToUnload = TimeSpan.FromSeconds(7);
        });

    /// <summary>Sends a request twice, like a sender that got no answer to the first call.</summary>
    private static async Task SendTwiceAsync(HostRun sender, Guid id, string text)
    {
        WorkflowReceipt first = await sender.Client.ResumeAsync(id, "number", text, requestId: text).WaitAsync(HangGuard.Limit);
        try
        {
            Assert.Equal(
                (first.Sequence, true),
                (await sender.Client.ResumeAsync(id, "number", text, requestId: text).WaitAsync(HangGuard.Limit)) is var second
                    ? (second.Sequence, second.IsRepeated)
                    : default);
        }
        catch (WorkflowInstanceEndedException)
        {
            // The first call sent the last message, and the instance has ended since.
        }
    }

    /// <summary>Picks a random host, which is either lost and replaced, cut off from the store, or connected again. Then advances the clock.</summary>
    private async Task DisturbAsync(Random random)
    {
        (HostRun _, FaultyStore store) = _all[random.Next(_all.Count)];
        switch (random.Next(3))
        {
            case 0:
                store.IsLost = true;
                await AddHostAsync();
                break;
            case 1:
                store.IsCut = true;
                break;
            default:
                store.IsCut = false;
                break;
        }

        for (int step = 0; step < 5; step++)
        {
            _time.Advance(TimeSpan.FromSeconds(random.Next(20)));
            await Task.Delay(TimeSpan.FromMilliseconds(random.Next(10)), TimeProvider.System);
        }
    }

    private async Task AddHostAsync()
    {
        FaultyStore store = new(_store);
        _all.Add((await HostRun.StartAsync(workflow => Define(workflow), store, _time), store));
    }

    /// <summary>An activity that appends the values of messages to a text. A save contains the text and consumes the messages atomically.</summary>
    private sealed class Append : NativeActivity<string>
    {
        private readonly Variable<int> _taken = new("taken");
        private readonly Variable<string> _text = new("text", string.Empty);

        public int Count { get; init; }

        protected override bool CanInduceIdle => true;

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            base.CacheMetadata(metadata);
            metadata.AddImplementationVariable(_taken);
            metadata.AddImplementationVariable(_text);
        }

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("number", OnNumber);

        private void OnNumber(NativeActivityContext context, Bookmark bookmark, object? value)
        {
            _text.Set(context, $"{_text.Get(context)} {value}");
            _taken.Set(context, _taken.Get(context) + 1);
            if (_taken.Get(context) == Count)
            {
                Result!.Set(context, _text.Get(context)!);
            }
            else
            {
                context.CreateBookmark("number", OnNumber);
            }
        }
    }

    public sealed class Memory() : HostStressTests(new MemoryStores());

    public sealed class Sqlite() : HostStressTests(new SqliteStores());
}
