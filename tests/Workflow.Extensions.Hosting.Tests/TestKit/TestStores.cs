using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>Creates the stores of a test class. The tests of the host run on each kind of store.</summary>
public abstract class TestStores
{
    /// <summary>Creates an empty store that keeps completed instances.</summary>
    internal abstract Task<InstanceStore> CreateAsync(VirtualTimeProvider time);

    public virtual Task DisposeAsync() => Task.CompletedTask;
}

internal sealed class MemoryStores : TestStores
{
    internal override Task<InstanceStore> CreateAsync(VirtualTimeProvider time) => Task.FromResult<InstanceStore>(HostRun.NewStore(time));
}
