using System.Data.Common;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>The database that the application has registered.</summary>
/// <param name="OpenSource">Returns the data source.</param>
/// <param name="IsSourceOwn">Whether the data source is disposed with the store; one of the application is not.</param>
/// <param name="EnsuresSchema">Whether the schema is created or upgraded when the host starts.</param>
internal sealed record SqlRegistration(Func<IServiceProvider, DbDataSource> OpenSource, bool IsSourceOwn, bool EnsuresSchema)
{
    /// <summary>How long ended instances are kept, if the application does not say it.</summary>
    public static readonly TimeSpan DefaultRetention = TimeSpan.FromDays(1);
}
