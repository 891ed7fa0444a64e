using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Persistence;

/// <summary>Tests the number of suspects that an owner may have loaded at the same time.</summary>
public sealed class SuspectWindowTests
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly SuspectWindow _window;

    public SuspectWindowTests() => _window = new SuspectWindow(_clock);

    [Fact]
    public void Constructor_WithoutClock_Throws() => Assert.Throws<ArgumentNullException>(() => new SuspectWindow(null!));

    [Theory]
    [InlineData(1, 0, 3)]
    [InlineData(1, 1, 2)]
    [InlineData(1, 3, 2)]
    [InlineData(1, 4, 1)]
    [InlineData(1, 31, 1)]
    [InlineData(1, 32, 0)]
    [InlineData(2, 1, 2)]
    [InlineData(2, 3, 2)]
    [InlineData(2, 4, 0)]
    [InlineData(3, 1, 0)]
    [InlineData(7, 1, 0)]
    public void Admitted_WithSuspects_IsHighestAdmissibleSuspicion(int suspicion, int count, int admitted)
    {
        for (int i = 0; i < count; i++)
        {
            _window.Add(Guid.NewGuid(), suspicion);
        }

        Assert.Equal(admitted, _window.Admitted);
    }

    [Fact]
    public void Admitted_DifferentSuspects_FollowsStrictest()
    {
        Guid alone = Guid.NewGuid();
        _window.Add(Guid.NewGuid(), 1);
        _window.Add(alone, 3);
        Assert.Equal(0, _window.Admitted);
        Assert.True(_window.Remove(alone));
        Assert.False(_window.Remove(alone));
        Assert.Equal(2, _window.Admitted);
    }

    [Theory]
    [InlineData(1, 32, 1)]
    [InlineData(2, 4, 5)]
    [InlineData(3, 1, 30)]
    public void Admitted_AfterTimeout_IgnoresSuspects(int suspicion, int count, int minutes)
    {
        for (int i = 0; i < count; i++)
        {
            _window.Add(Guid.NewGuid(), suspicion);
        }

        Assert.Equal(TimeSpan.FromMinutes(minutes), _window.UntilNext);
        _clock.Advance(TimeSpan.FromMinutes(minutes) - TimeSpan.FromTicks(1));
        Assert.Equal(0, _window.Admitted);
        _clock.Advance(TimeSpan.FromTicks(1));
        Assert.Equal(3, _window.Admitted);
        Assert.Null(_window.UntilNext);
    }

    [Fact]
    public void Add_WithoutSuspicion_HasNoEffect()
    {
        _window.Add(Guid.NewGuid(), 0);
        Assert.Equal(3, _window.Admitted);
        Assert.Null(_window.UntilNext);
    }
}
