extern alias WorkflowCore;
using System.Collections.Specialized;
using System.Globalization;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// A <see cref="StoreWorkflowPersistenceService"/> with the constructors of WF3. <see cref="WorkflowDatabases.OpenStore"/> makes its store, of which the service disposes. Safe for all
/// threads.
/// </summary>
public class SqlWorkflowPersistenceService : StoreWorkflowPersistenceService, IDisposable
{
    private static readonly TimeSpan DefaultLoadingInterval = TimeSpan.FromMinutes(2);
    private readonly InstanceStore _store;

    /// <summary>Makes a service that leaves idle instances in the memory.</summary>
    /// <param name="connectionString">The connection string of the database.</param>
    /// <exception cref="InvalidOperationException"><see cref="WorkflowDatabases.OpenStore"/> is not set.</exception>
    public SqlWorkflowPersistenceService(string connectionString)
        : this(new Arguments(connectionString, UnloadOnIdle: false, null, null))
    {
    }

    /// <summary>Makes a service.</summary>
    /// <param name="connectionString">The connection string of the database.</param>
    /// <param name="unloadOnIdle">Whether instances are saved and unloaded whenever they are idle.</param>
    /// <param name="instanceOwnershipDuration">How long an instance belongs to a runtime that does not renew it. <see cref="TimeSpan.MaxValue"/>: as long as the store says.</param>
    /// <param name="loadingInterval">How often the store is asked for instances whose timers are due.</param>
    /// <exception cref="ArgumentOutOfRangeException">A time is not positive, or the interval is longer than a timer can wait.</exception>
    /// <exception cref="InvalidOperationException"><see cref="WorkflowDatabases.OpenStore"/> is not set.</exception>
    public SqlWorkflowPersistenceService(string connectionString, bool unloadOnIdle, TimeSpan instanceOwnershipDuration, TimeSpan loadingInterval)
        : this(new Arguments(connectionString, unloadOnIdle, instanceOwnershipDuration, loadingInterval))
    {
    }

    /// <summary>Makes a service.</summary>
    /// <param name="parameters">'ConnectionString', and if needed 'UnloadOnIdle', 'OwnershipTimeoutSeconds', 'LoadIntervalSeconds' and 'EnableRetries'.</param>
    /// <exception cref="ArgumentException">A parameter is not known, has no value of its type, or the connection string is missing.</exception>
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

    /// <summary>Has no effect: the store repeats what the database has refused for a moment.</summary>
    public bool EnableRetries { get; set; }

    /// <summary>How often the store is asked for instances whose timers are due, as it was passed. Default: two minutes, as in WF3; the store may ask more often.</summary>
    public TimeSpan LoadingInterval { get; }

    /// <summary>A new id for each service, for messages of the application.</summary>
    public Guid ServiceInstanceId { get; } = Guid.NewGuid();

    /// <summary>Disposes of the store.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Disposes of the store. The caller waits.</summary>
    /// <param name="disposing">True.</param>
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

            return arguments.ConnectionString.Length > 0 ? arguments : throw new ArgumentException("The parameters have no 'ConnectionString'; add it.", nameof(parameters));
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
            _ => throw new ArgumentException($"The parameter '{key}' is not known; use 'ConnectionString', 'UnloadOnIdle', 'OwnershipTimeoutSeconds', 'LoadIntervalSeconds' or 'EnableRetries'.", nameof(key)),
        };

        private static bool Flag(string key, string value) =>
            bool.TryParse(value, out bool flag) ? flag : throw new ArgumentException($"The parameter '{key}' has the value '{value}'; use 'true' or 'false'.", nameof(value));

        private static TimeSpan Seconds(string key, string value) =>
            int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int seconds) && seconds > 0
                ? TimeSpan.FromSeconds(seconds)
                : throw new ArgumentException($"The parameter '{key}' has the value '{value}'; use a positive number of seconds.", nameof(value));
    }
}
