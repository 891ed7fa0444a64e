using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Persistence;

/// <summary>Tests of the random delays before the release of instances whose transactions conflicted.</summary>
[Rule("10.3.3")]
public sealed class ContentionDelaysTests
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly ContentionDelays _delays;
    private readonly Guid _id = Guid.NewGuid();

    public ContentionDelaysTests() => _delays = new ContentionDelays(_clock);

    [Fact]
    public void WaitAsync_CalledInARow_DoublesUpToTwoSeconds()
    {
        foreach (int average in (int[])[50, 100, 200, 400, 800, 1600, 2000, 2000])
        {
            Assert.InRange(Delay(_id), TimeSpan.FromMilliseconds(average / 2), TimeSpan.FromMilliseconds(average * 3 / 2));
        }
    }

    /// <summary>After many conflicts, the delay is still the longest one, and the doubling does not overflow.</summary>
    [Fact]
    public void WaitAsync_ManyCalls_StaysAtTwoSeconds()
    {
        for (int i = 0; i < 2000; i++)
        {
            Delay(_id);
        }

        Assert.InRange(Delay(_id), TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3));
    }

    [Fact]
    public void WaitAsync_AfterForgetOrOtherInstance_IsShort()
    {
        for (int i = 0; i < 10; i++)
        {
            Delay(_id);
        }

        Assert.InRange(Delay(Guid.NewGuid()), TimeSpan.FromMilliseconds(25), TimeSpan.FromMilliseconds(75));
        _delays.Forget(_id);
        Assert.InRange(Delay(_id), TimeSpan.FromMilliseconds(25), TimeSpan.FromMilliseconds(75));
    }

    /// <summary>Two instances that conflicted with each other must not conflict again, so their delays differ.</summary>
    [Fact]
    public void WaitAsync_OfSeveralInstances_IsRandom() =>
        Assert.InRange(Enumerable.Range(0, 20).Select(_ => Delay(Guid.NewGuid())).Distinct().Count(), 2, 20);

    /// <summary>Calls the method, returns the delay, and lets it pass.</summary>
    private TimeSpan Delay(Guid id)
    {
        Task wait = _delays.WaitAsync(id);
        TimeSpan delay = _clock.NextTimer!.Value - _clock.GetUtcNow();
        Assert.False(wait.IsCompleted);
        _clock.Advance(delay);
        Assert.True(wait.IsCompletedSuccessfully);
        return delay;
    }
}
