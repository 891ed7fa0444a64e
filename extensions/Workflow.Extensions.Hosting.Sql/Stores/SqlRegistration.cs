using System.Data.Common;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>The database that the application has registered.</summary>
/// <param name="OpenSource">Returns the data source.</param>
/// <param name="IsSourceOwn">True if the data source is disposed with the store; false for a data source of the application.</param>
/// <param name="EnsuresSchema">True if the schema is created or upgraded when the host starts.</param>
internal sealed record SqlRegistration(Func<IServiceProvider, DbDataSource> OpenSource, bool IsSourceOwn, bool EnsuresSchema)
{
    /// <summary>The time for which ended instances are retained if the application does not set one.</summary>
    public static readonly TimeSpan DefaultRetention = TimeSpan.FromDays(1);
}
