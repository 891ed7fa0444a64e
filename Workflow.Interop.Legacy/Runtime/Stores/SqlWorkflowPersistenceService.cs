extern alias WorkflowCore;
using System.Collections.Specialized;
using System.Globalization;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// A <see cref="StoreWorkflowPersistenceService"/> with the constructors of WF3. <see cref="WorkflowDatabases.OpenStore"/> creates its store; the service
/// disposes of the store. Thread-safe.
/// </summary>
public class SqlWorkflowPersistenceService : StoreWorkflowPersistenceService, IDisposable
{
    private static readonly TimeSpan DefaultLoadingInterval = TimeSpan.FromMinutes(2);
    private readonly InstanceStore _store;

    /// <summary>Creates a service that leaves idle instances in memory.</summary>
    /// <param name="connectionString">The connection string of the database.</param>
    /// <exception cref="InvalidOperationException"><see cref="WorkflowDatabases.OpenStore"/> is not set.</exception>
    public SqlWorkflowPersistenceService(string connectionString)
        : this(new Arguments(connectionString, UnloadOnIdle: false, null, null))
    {
    }

    /// <summary>Creates a service.</summary>
    /// <param name="connectionString">The connection string of the database.</param>
    /// <param name="unloadOnIdle">True to save and unload instances whenever they are idle.</param>
    /// <param name="instanceOwnershipDuration">The time for which an instance belongs to a runtime that does not renew it. If it is
    /// <see cref="TimeSpan.MaxValue"/>, the store determines the time.</param>
    /// <param name="loadingInterval">The interval between queries for instances whose timers are due.</param>
    /// <exception cref="ArgumentOutOfRangeException">A time is not positive, or the interval is longer than the longest time of a timer.</exception>
    /// <exception cref="InvalidOperationException"><see cref="WorkflowDatabases.OpenStore"/> is not set.</exception>
    public SqlWorkflowPersistenceService(string connectionString, bool unloadOnIdle, TimeSpan instanceOwnershipDuration, TimeSpan loadingInterval)
        : this(new Arguments(connectionString, unloadOnIdle, instanceOwnershipDuration, loadingInterval))
    {
    }

    /// <summary>Creates a service.</summary>
    /// <param name="parameters">'ConnectionString', and optionally 'UnloadOnIdle', 'OwnershipTimeoutSeconds', 'LoadIntervalSeconds' and
    /// 'EnableRetries'.</param>
    /// <exception cref="ArgumentException">A parameter is unknown or has an invalid value, or the connection string is missing.</exception>
    /// <exception cref="InvalidOperationException"><see cref="WorkflowDatabases.OpenStore"/> is not set.</exception>
    public SqlWorkflowPersistenceService(NameValueCollection parameters)
        : this(Arguments.Of(parameters))
    {
    }

    private SqlWorkflowPersistenceService(Arguments arguments)
        : this(arguments, WorkflowDatabases.Store(arguments.Checked()))
    {
    }

    private SqlWorkflowPersistenceService(Arguments arguments, InstanceStore store)
        : base(store, arguments.UnloadOnIdle)
    {
        _store = store;
        LoadingInterval = arguments.LoadingInterval ?? DefaultLoadingInterval;
        EnableRetries = arguments.EnableRetries;
    }

    /// <summary>Has no effect: the store always retries calls that the database refuses temporarily.</summary>
    public bool EnableRetries { get; set; }

    /// <summary>
    /// The interval between queries for instances whose timers are due, as it was passed. Default: two minutes, as in WF3. The store can query more often.
    /// </summary>
    public TimeSpan LoadingInterval { get; }

    /// <summary>A new id for each service object, for messages of the application.</summary>
    public Guid ServiceInstanceId { get; } = Guid.NewGuid();

    /// <summary>Disposes of the store.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Disposes of the store, and blocks until this is done.</summary>
    /// <param name="disposing">True if the caller is <see cref="Dispose()"/>.</param>
    protected virtual void Dispose(bool disposing)
    {
        if (disposing && _store is IAsyncDisposable asynchronous)
        {
            BlockingCall.WaitApart(async () =>
            {
                await asynchronous.DisposeAsync().ConfigureAwait(false);
                return true;
            });
        }
        else if (disposing)
        {
            (_store as IDisposable)?.Dispose();
        }
    }

    private sealed record Arguments(string ConnectionString, bool UnloadOnIdle, TimeSpan? Ownership, TimeSpan? LoadingInterval, bool EnableRetries = false)
    {
        // The longest time of a timer.
        private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(uint.MaxValue - 1);

        public static Arguments Of(NameValueCollection parameters)
        {
            ArgumentNullException.ThrowIfNull(parameters);
            Arguments arguments = new(string.Empty, UnloadOnIdle: false, null, null);
            foreach (string? key in parameters.AllKeys)
            {
                arguments = arguments.With(key ?? string.Empty, parameters[key] ?? string.Empty);
            }

            return arguments.ConnectionString.Length > 0
                ? arguments
                : throw new ArgumentException("The parameters have no 'ConnectionString'; add it.", nameof(parameters));
        }

        public SqlPersistenceParameters Checked()
        {
            Check(Ownership ?? TimeSpan.MaxValue, LoadingInterval ?? DefaultLoadingInterval);
            return new SqlPersistenceParameters(ConnectionString, Ownership == TimeSpan.MaxValue ? null : Ownership, LoadingInterval);
        }

        private static void Check(TimeSpan instanceOwnershipDuration, TimeSpan loadingInterval)
        {
            ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(instanceOwnershipDuration, TimeSpan.Zero);
            ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(loadingInterval, TimeSpan.Zero);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(loadingInterval, Longest);
        }

        private Arguments With(string key, string value) => key.ToUpperInvariant() switch
        {
            "CONNECTIONSTRING" => this with { ConnectionString = value },
            "UNLOADONIDLE" => this with { UnloadOnIdle = Flag(key, value) },
            "OWNERSHIPTIMEOUTSECONDS" => this with { Ownership = Seconds(key, value) },
            "LOADINTERVALSECONDS" => this with { LoadingInterval = Seconds(key, value) },
            "ENABLERETRIES" => this with { EnableRetries = Flag(key, value) },
            _ => throw new ArgumentException(
                $"The parameter '{key}' is not known; use 'ConnectionString', 'UnloadOnIdle', 'OwnershipTimeoutSeconds', 'LoadIntervalSeconds' or 'EnableRetries'.",
                nameof(key)),
        };

        private static bool Flag(string key, string value) =>
            bool.TryParse(value, out bool flag)
                ? flag
                : throw new ArgumentException($"The parameter '{key}' has the value '{value}'; use 'true' or 'false'.", nameof(value));

        private static TimeSpan Seconds(string key, string value) =>
            int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int seconds) && seconds > 0
                ? TimeSpan.FromSeconds(seconds)
                : throw new ArgumentException($"The parameter '{key}' has the value '{value}'; use a positive number of seconds.", nameof(value));
    }
}
