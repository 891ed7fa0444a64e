using System.Collections.Concurrent;
using Workflow.Core.Tests.Stress.Scenarios;
using Workflow.Core.Tests.TestKit;
using Workflow.Testing;

namespace Workflow.Core.Tests.Stress;

/// <summary>Runs several workers. Each worker performs random operations on any of a few instances. New instances replace those that have ended.</summary>
internal sealed class StressRun
{
    private const int Workers = 4;

    /// <summary>The number of concurrent instances; small, so that workers access the same instances.</summary>
    private const int Places = 6;

    private readonly ConcurrentQueue<string> _failures = [];
    private readonly Subject?[] _subjects = new Subject?[Places];
    private readonly ConcurrentDictionary<Guid, Subject> _byId = [];
    private readonly int _count;
    private readonly Lock _clockGate = new();
    private int _created;

    public StressRun(int seed, int count)
    {
        Seed = seed;
        Store = new StressStore(this);
        _count = count;
        for (int place = 0; place < Places; place++)
        {
            Replace(place, new Random(RandomRounds.Combine(seed, Workers, place)));
        }
    }

    public int Seed { get; }

    public VirtualTimeProvider Clock { get; } = new();

    public StressStore Store { get; }

    public bool HasFailed => !_failures.IsEmpty;

    public void Register(Subject subject) => _byId.TryAdd(subject.InstanceId, subject);

    public Subject Find(Guid instanceId) => _byId[instanceId];

    public void Fail(string what) => _failures.Enqueue(what);

    /// <summary>Advances the clock, one thread at a time. Due timers run on this thread and do not block.</summary>
    public void Advance(TimeSpan by)
    {
        lock (_clockGate)
        {
            Clock.Advance(by);
        }
    }

    /// <param name="hasDefaultOwner">True if the applications share one owner in the store; false if each has its own.</param>
    public async Task RunAsync(bool hasDefaultOwner)
    {
        if (hasDefaultOwner)
        {
            await WorkflowApplication.CreateDefaultInstanceOwnerAsync(Store, null, WorkflowIdentityFilter.Any);
        }

        Task all = Task.WhenAll(Enumerable.Range(0, Workers).Select(worker => Task.Run(() => WorkAsync(new Random(RandomRounds.Combine(Seed, worker))))));
        await all.ConfigureAwait(false);
        Assert.True(_failures.IsEmpty, $"{_failures.Count} failure(s). {string.Join($"{Environment.NewLine}{Environment.NewLine}", _failures.Take(3))}");
    }

    private async Task WorkAsync(Random random)
    {
        OperationGenerator operations = new(this, random);
        while (!HasFailed && Array.Exists(_subjects, subject => subject is not null))
        {
            int place = random.Next(Places);
            if (Volatile.Read(ref _subjects[place]) is not { } subject || !subject.TryVisit())
            {
                await Task.Yield();
                continue;
            }

            operations.Apply(subject);
            if (subject.Leave())
            {
                Replace(place, random);
                await FinishAsync(subject).ConfigureAwait(false);
            }
        }
    }

    private static async Task FinishAsync(Subject subject)
    {
        try
        {
            await subject.FinishAsync().ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            subject.Fail("it is stuck");
        }
    }

    private void Replace(int place, Random random)
    {
        int number = Interlocked.Increment(ref _created);
        Volatile.Write(
            ref _subjects[place],
            number > _count ? null : new Subject(this, number, ScenarioCatalog.All[number % ScenarioCatalog.All.Length], random.Next(2, 60)));
    }
}
