using Workflow.Persistence;

namespace Workflow.Core.Tests.Persistence;

public sealed class InstanceOwnerOptionsTests
{
    private static readonly WorkflowIdentity Order = Of("1.2.3.4");

    [Fact]
    public void Admits_Any_IsEverything()
    {
        InstanceOwnerOptions any = new() { Filter = WorkflowIdentityFilter.Any, Identities = [Order] };
        Assert.True(any.Admits(null));
        Assert.True(any.Admits(new WorkflowIdentity("other", null, null)));
    }

    [Theory]
    [InlineData(WorkflowIdentityFilter.Exact)]
    [InlineData(WorkflowIdentityFilter.AnyRevision)]
    public void Admits_WithoutIdentities_IsInstancesWithoutOne(WorkflowIdentityFilter filter)
    {
        Assert.True(new InstanceOwnerOptions { Filter = filter }.Admits(null));
        Assert.False(new InstanceOwnerOptions { Filter = filter }.Admits(Order));
        Assert.False(new InstanceOwnerOptions { Filter = filter, Identities = [Order] }.Admits(null));
    }

    [Fact]
    public void Admits_Exact_IsEachOfTheIdentities()
    {
        InstanceOwnerOptions exact = new() { Identities = [Order, Of("2.0")] };
        Assert.True(exact.Admits(Of("1.2.3.4")));
        Assert.True(exact.Admits(Of("2.0")));
        Assert.False(exact.Admits(Of("1.2.3.5")));
    }

    [Theory]
    [InlineData("1.2.3.4", "1.2.3.5", true)]
    [InlineData("1.2.3.4", "1.2.3", true)]
    [InlineData("1.2.3.4", "1.2.4.4", false)]
    [InlineData("1.2.3.4", "1.3.3.4", false)]
    [InlineData("1.2.3.4", "2.2.3.4", false)]
    [InlineData("1.2", "1.2.0.0", false)]
    [InlineData("1.2", "1.2", true)]
    [InlineData(null, null, true)]
    [InlineData(null, "1.0", false)]
    public void Admits_AnyRevision_IgnoresRevision(string? own, string? saved, bool admits)
    {
        InstanceOwnerOptions options = new() { Identities = [Of(own)], Filter = WorkflowIdentityFilter.AnyRevision };
        Assert.Equal(admits, options.Admits(Of(saved)));
    }

    [Fact]
    public void Admits_AnyRevision_KeepsNameAndPackage()
    {
        InstanceOwnerOptions options = new() { Identities = [Order], Filter = WorkflowIdentityFilter.AnyRevision };
        Assert.False(options.Admits(new WorkflowIdentity("order", Order.Version, Order.Package)));
        Assert.False(options.Admits(new WorkflowIdentity(Order.Name, Order.Version, "other")));
    }

    [Fact]
    public void Owner_RenewalPeriod_IsPositiveOrInfinite()
    {
        InstanceOwnerOptions options = new();
        Assert.Equal(Timeout.InfiniteTimeSpan, new InstanceOwner(Guid.Empty, options).RenewalPeriod);
        Assert.Throws<ArgumentOutOfRangeException>(() => new InstanceOwner(Guid.Empty, options) { RenewalPeriod = TimeSpan.Zero });
        Assert.Throws<ArgumentOutOfRangeException>(() => new InstanceOwner(Guid.Empty, options) { RenewalPeriod = TimeSpan.FromSeconds(-5) });
        Assert.Throws<ArgumentNullException>(() => new InstanceOwner(Guid.Empty, null!));
    }

    [Fact]
    public void RetryDelay_DoublesUpToTheLongest()
    {
        InstanceOwnerOptions options = new() { FirstRetryDelay = TimeSpan.FromSeconds(3), MaxRetryDelay = TimeSpan.FromSeconds(20) };
        Assert.Equal([3, 6, 12, 20, 20], Enumerable.Range(1, 5).Select(failures => options.RetryDelayAfter(failures).TotalSeconds));
        Assert.Equal(TimeSpan.FromSeconds(20), options.RetryDelayAfter(int.MaxValue));
        Assert.Equal(TimeSpan.Zero, new InstanceOwnerOptions { FirstRetryDelay = TimeSpan.Zero }.RetryDelayAfter(7));
        Assert.Equal(TimeSpan.Zero, new InstanceOwnerOptions { FirstRetryDelay = TimeSpan.Zero }.RetryDelayAfter(int.MaxValue));
        Assert.Equal(TimeSpan.MaxValue, new InstanceOwnerOptions { MaxRetryDelay = TimeSpan.MaxValue }.RetryDelayAfter(int.MaxValue));
        Assert.Throws<ArgumentOutOfRangeException>(() => options.RetryDelayAfter(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => new InstanceOwnerOptions { FirstRetryDelay = TimeSpan.FromTicks(-1) });
        Assert.Throws<ArgumentOutOfRangeException>(() => new InstanceOwnerOptions { MaxRetryDelay = TimeSpan.FromTicks(-1) });
        Assert.Throws<ArgumentOutOfRangeException>(() => new InstanceOwnerOptions { MaxFailures = 0 });
    }

    [Fact]
    public void Query_MaxCount_IsNotNegative() => Assert.Throws<ArgumentOutOfRangeException>(() => new InstanceQuery { MaxCount = -1 });

    private static WorkflowIdentity Of(string? version) => new("Order", version is null ? null : Version.Parse(version), "Shop");
}
