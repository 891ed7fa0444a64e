using Workflow.Testing;

namespace Workflow.Persistence.Conformance.Tests;

/// <summary>The store in memory, changed by a test.</summary>
/// <param name="change">Returns the store to test.</param>
internal sealed class TestedMemoryStore(Func<InMemoryInstanceStore, InstanceStore> change) : TestedStore
{
    private readonly VirtualTimeProvider _clock = new();

    public override TimeSpan LeaseTime => TimeSpan.FromMinutes(1);

    /// <summary>The number of calls that prepare and clean up a test.</summary>
    public (int Begun, int Ended) Tests { get; private set; }

    public override InstanceStore? Create(InstanceCompletionAction completionAction) => completionAction == InstanceCompletionAction.DeleteNothing
        ? null
        : change(new InMemoryInstanceStore(_clock));

    public override Task PassAsync(TimeSpan time)
    {
        _clock.Advance(time);
        return Task.CompletedTask;
    }

    public override Task InitializeAsync()
    {
        Tests = (Tests.Begun + 1, Tests.Ended);
        return Task.CompletedTask;
    }

    public override Task DisposeAsync()
    {
        Tests = (Tests.Begun, Tests.Ended + 1);
        return Task.CompletedTask;
    }
}
