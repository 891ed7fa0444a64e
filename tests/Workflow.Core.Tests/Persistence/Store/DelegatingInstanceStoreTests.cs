using System.Reflection;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Persistence;

/// <summary>Tests that a delegating store forwards all calls. The conformance tests of such a store show that the calls have their effects.</summary>
public sealed class DelegatingInstanceStoreTests
{
    /// <summary>A member that is added to the contract and not forwarded would change the behavior of every store behind a delegating store.</summary>
    [Fact]
    public void Members_ThatAreVirtual_AreForwarded()
    {
        string[] members = [.. VirtualMembers(typeof(InstanceStore))];
        Assert.InRange(members.Length, 15, 100);
        Assert.Empty(members.Except(VirtualMembers(typeof(DelegatingInstanceStore)), StringComparer.Ordinal));
    }

    [Fact]
    public void Members_WithoutInstances_HaveTheAnswersOfTheInnerStore()
    {
        Inner inner = new(new VirtualTimeProvider());
        Outer store = new(inner);
        Assert.Same(inner.TimeProvider, store.TimeProvider);
        Assert.Same(inner.Capabilities, store.Capabilities);
        Assert.Same(inner, store.Extension);
        Assert.True(store.IsContention(new TimeoutException()));
        Assert.Throws<InstanceOwnerException>(() => store.TryRenewOwner(new InstanceOwner(Guid.NewGuid(), new InstanceOwnerOptions())));
        Assert.Throws<ArgumentNullException>(() => new Outer(null!));
    }

    private static IEnumerable<string> VirtualMembers(Type type) => type
        .GetMethods(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
        .Where(method => method.IsVirtual)
        .Select(method => method.ToString()!);

    private sealed class Outer(InstanceStore inner) : DelegatingInstanceStore(inner);

    private sealed class Inner(TimeProvider clock) : DelegatingInstanceStore(new InMemoryInstanceStore(clock))
    {
        public override object? Extension => this;

        public override bool IsContention(Exception failure) => failure is TimeoutException;
    }
}
