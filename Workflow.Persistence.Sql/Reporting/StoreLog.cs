using Microsoft.Extensions.Logging;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The log messages of stores. Their event ids are documented and never change. No message contains a state, a value of an instance or a secret of a connection
/// string.
/// </summary>
internal static partial class StoreLog
{
    [LoggerMessage(
        1,
        LogLevel.Information,
        "The schema '{Schema}' of the database '{Database}' on '{Server}' was created with version {Version}.",
        EventName = "SchemaCreated")]
    public static partial void SchemaCreated(ILogger logger, string schema, string database, string server, long version);

    [LoggerMessage(
        2,
        LogLevel.Information,
        "The schema '{Schema}' of the database '{Database}' on '{Server}' was upgraded from version {From} to version {To}.",
        EventName = "SchemaUpgraded")]
    public static partial void SchemaUpgraded(ILogger logger, string schema, string database, string server, long from, long to);

    [LoggerMessage(
        3,
        LogLevel.Warning,
        "A call to the database '{Database}' on '{Server}' failed for a passing reason and is repeated, {Attempt} of {MaxRetryAttempts}: {Reason}",
        EventName = "CallRepeated")]
    public static partial void CallRepeated(ILogger logger, string database, string server, int attempt, int maxRetryAttempts, string reason);

    [LoggerMessage(4, LogLevel.Warning, "A connection to the database '{Database}' on '{Server}' broke: {Reason}", EventName = "ConnectionBroken")]
    public static partial void ConnectionBroken(ILogger logger, string database, string server, string reason);

    [LoggerMessage(
        5,
        LogLevel.Warning,
        "The owner '{OwnerName}' ({OwnerId}) of the database '{Database}' on '{Server}' was deleted or its lease has expired, so other owners take its instances.",
        EventName = "OwnerLost")]
    public static partial void OwnerLost(ILogger logger, string ownerName, Guid ownerId, string database, string server);

    [LoggerMessage(
        6,
        LogLevel.Warning,
        "The instance '{InstanceId}' in the database '{Database}' on '{Server}' was not written, because the owner '{OwnerName}' ({OwnerId}) no longer holds the lock {LockVersion}.",
        EventName = "LockLost")]
    public static partial void LockLost(
        ILogger logger, Guid instanceId, string database, string server, string ownerName, Guid ownerId, long lockVersion);

    [LoggerMessage(7, LogLevel.Error, "The database '{Database}' on '{Server}' has a damaged row: {Reason}", EventName = "RowDamaged")]
    public static partial void RowDamaged(ILogger logger, string database, string server, string reason);

    [LoggerMessage(
        8,
        LogLevel.Information,
        "Number of completed instances that were deleted from the database '{Database}' on '{Server}': {Count}.",
        EventName = "InstancesPurged")]
    public static partial void InstancesPurged(ILogger logger, long count, string database, string server);

    [LoggerMessage(
        9,
        LogLevel.Warning,
        "No value with the name '{Name}' of the promotion '{Promotion}' was saved in the database '{Database}' on '{Server}' before the first instance completed; check the name, unless it belongs to another definition.",
        EventName = "PromotedNameUnseen")]
    public static partial void PromotedNameUnseen(ILogger logger, string name, string promotion, string database, string server);
}
