using Microsoft.Extensions.Logging;

namespace Workflow.Extensions.Hosting;

/// <summary>The log messages of the host. Their event ids never change.</summary>
internal static partial class HostLog
{
    /// <summary>The logger category of these messages.</summary>
    public const string Category = "Workflow.Host";

    [LoggerMessage(1, LogLevel.Information, "The host '{Host}' runs workflow instances as the owner '{Owner}'.")]
    public static partial void Started(this ILogger logger, string host, Guid owner);

    [LoggerMessage(
        2,
        LogLevel.Warning,
        "The host lost its owner '{Owner}': the owner was deleted, or its lease was not renewed in time because the process was stopped or could not reach the store. The host aborts its loaded instances and creates a new owner. The instances continue from their last saves.")]
    public static partial void OwnerLost(this ILogger logger, Guid owner, Exception exception);

    [LoggerMessage(3, LogLevel.Error, "The store failed; the host calls it again in {Delay}.")]
    public static partial void StoreFailed(this ILogger logger, TimeSpan delay, Exception exception);

    [LoggerMessage(4, LogLevel.Error, "The instance '{Instance}' of the definition '{Definition}' cannot be loaded and is suspended.")]
    public static partial void LoadFailed(this ILogger logger, Guid instance, string definition, Exception exception);

    [LoggerMessage(5, LogLevel.Error, "A message for the instance '{Instance}' cannot be read, so the instance is suspended.")]
    public static partial void MessageUnreadable(this ILogger logger, Guid instance, Exception exception);

    [LoggerMessage(
        6, LogLevel.Error, "The activity '{Activity}' of the instance '{Instance}' failed and no activity handles the exception; the policy is '{Policy}'.")]
    public static partial void Unhandled(this ILogger logger, string activity, Guid instance, WorkflowFailurePolicy policy, Exception exception);

    [LoggerMessage(7, LogLevel.Warning, "The instance '{Instance}' was aborted; it continues from its last save.")]
    public static partial void Aborted(this ILogger logger, Guid instance, Exception? exception);

    [LoggerMessage(8, LogLevel.Warning, "The waiting instance '{Instance}' could not be saved or unloaded; the host tries again in {Delay}.")]
    public static partial void IdleSaveFailed(this ILogger logger, Guid instance, TimeSpan delay, Exception exception);

    [LoggerMessage(9, LogLevel.Information, "The host stops; number of loaded instances: {Loaded}.")]
    public static partial void Stopping(this ILogger logger, int loaded);

    [LoggerMessage(
        10,
        LogLevel.Warning,
        "The instance '{Instance}' could not be saved before the end of the drain timeout and was aborted; another host continues it from its last save.")]
    public static partial void DrainExceeded(this ILogger logger, Guid instance, Exception exception);

    [LoggerMessage(11, LogLevel.Warning, "The owner '{Owner}' could not be deleted; its instances are free when its lease expires.")]
    public static partial void OwnerNotDeleted(this ILogger logger, Guid owner, Exception exception);

    [LoggerMessage(12, LogLevel.Warning, "A service of the scope of an instance failed when it was disposed.")]
    public static partial void ScopeFailed(this ILogger logger, Exception exception);

    [LoggerMessage(13, LogLevel.Information, "The host has stopped.")]
    public static partial void Stopped(this ILogger logger);

    [LoggerMessage(14, LogLevel.Error, "The messages of the instance '{Instance}' could not be read; the host tries again.")]
    public static partial void ReceiveFailed(this ILogger logger, Guid instance, Exception exception);

    [LoggerMessage(16, LogLevel.Error, "The store has an instance that it cannot read; the instance counts as failed.")]
    public static partial void StateDamaged(this ILogger logger, Exception exception);

    [LoggerMessage(17, LogLevel.Warning, "The message {Sequence} for the instance '{Instance}' was refused, because its value does not fit the bookmark.")]
    public static partial void MessageRefused(this ILogger logger, long sequence, Guid instance, Exception exception);

    [LoggerMessage(18, LogLevel.Warning, "Services of the scopes of instances were not disposed in time, and the host stops without them.")]
    public static partial void ScopesNotDisposed(this ILogger logger);

    [LoggerMessage(
        19,
        LogLevel.Information,
        "An operation of the instance '{Instance}' has ended early, because the host stops; another host continues the instance from its last save.")]
    public static partial void Interrupted(this ILogger logger, Guid instance);

    [LoggerMessage(24, LogLevel.Debug, "The instance '{Instance}' was aborted with its owner; it continues from its last save.")]
    public static partial void AbortedWithOwner(this ILogger logger, Guid instance);
}
