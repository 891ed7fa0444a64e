using Microsoft.Extensions.Logging;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>The log messages of store maintenance, in the category of the host, with event ids that no other package uses. The ids never change.</summary>
internal static partial class MaintenanceLog
{
    [LoggerMessage(20, LogLevel.Error, "The schema of the store could not be created or upgraded; it is tried again in {Delay}.")]
    public static partial void SchemaFailed(this ILogger logger, TimeSpan delay, Exception exception);

    [LoggerMessage(21, LogLevel.Warning, "Ended instances could not be deleted; it is tried again in {Delay}.")]
    public static partial void PurgeFailed(this ILogger logger, TimeSpan delay, Exception exception);
}
