using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Workflow.Persistence;
using Workflow.Persistence.Sql;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>
/// The default settings of a hosted store: ended instances are retained for a time, so that their results can be read. Runs before the settings of the
/// application.
/// </summary>
internal sealed class StoreDefaults(IServiceProvider services) : IConfigureOptions<SqlInstanceStoreOptions>
{
    public void Configure(SqlInstanceStoreOptions options)
    {
        options.CompletionAction = InstanceCompletionAction.DeleteNothing;
        options.CompletedRetention = SqlRegistration.DefaultRetention;
        options.TimeProvider = services.GetService<TimeProvider>() ?? TimeProvider.System;
    }
}
