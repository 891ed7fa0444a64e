using System.Data.Common;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using Workflow.Persistence;
using Workflow.Persistence.Sql;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>The store of a host and the data source that only this store uses. The container disposes of both after the host has stopped.</summary>
internal sealed class HostedStore : IAsyncDisposable
{
    private readonly DbDataSource _source;
    private readonly bool _isSourceOwn;

    public HostedStore(IServiceProvider services, SqlRegistration registration)
    {
        SqlInstanceStoreOptions options = services.GetRequiredService<IOptions<SqlInstanceStoreOptions>>().Value;
        options.Logger ??= services.GetService<ILoggerFactory>()?.CreateLogger("Workflow.Store");
        if (options.CompletionAction == InstanceCompletionAction.DeleteAll && options.CompletedRetention == SqlRegistration.DefaultRetention)
        {
            // The application deletes ended instances, so the default retention does not apply.
            options.CompletedRetention = null;
        }

        _source = registration.OpenSource(services)
            ?? throw new InvalidOperationException("The function of UseDataSource returned null; return a data source.");
        _isSourceOwn = registration.IsSourceOwn;
        Retention = options.CompletedRetention;
        Clock = options.TimeProvider;
        Store = new SqlInstanceStore(_source, options);
    }

    public SqlInstanceStore Store { get; }

    /// <summary>The time for which ended instances are retained; null if none are purged.</summary>
    public TimeSpan? Retention { get; }

    public TimeProvider Clock { get; }

    public async ValueTask DisposeAsync()
    {
        await Store.DisposeAsync().ConfigureAwait(false);
        if (_isSourceOwn)
        {
            await _source.DisposeAsync().ConfigureAwait(false);
        }
    }
}
