using System.Data.Common;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>Creates the stores of a test class. The tests of the host run on each kind of store.</summary>
public abstract class TestStores
{
    /// <summary>Creates an empty store that keeps completed instances.</summary>
    internal abstract Task<InstanceStore> CreateAsync(VirtualTimeProvider time);

    /// <summary>Advances the time for the stores and for everything else.</summary>
    internal virtual Task PassAsync(VirtualTimeProvider time, TimeSpan by)
    {
        time.Advance(by);
        return Task.CompletedTask;
    }

    public virtual Task DisposeAsync() => Task.CompletedTask;
}

/// <summary>Creates the stores of a test class whose tests use the database itself, too.</summary>
public abstract class DatabaseStores : TestStores
{
    /// <summary>Creates a closed connection to the database of the stores. The caller disposes it.</summary>
    internal abstract DbConnection CreateConnection();
}

internal sealed class MemoryStores : TestStores
{
    internal override Task<InstanceStore> CreateAsync(VirtualTimeProvider time) => Task.FromResult<InstanceStore>(HostRun.NewStore(time));
}
