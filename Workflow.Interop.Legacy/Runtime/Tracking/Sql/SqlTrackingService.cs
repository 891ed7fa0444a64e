using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Writes records to tables of a database: SQLite, PostgreSQL or SQL Server. <see cref="SqlTrackingQuery"/> reads them. The profiles are in the database, too. Set the properties
/// before the runtime is started. Safe for all threads.
/// </summary>
[SuppressMessage("Design", "CA1001:Types that own disposable fields should be disposable", Justification = "The runtime stops the service, which ends the timer.")]
public sealed class SqlTrackingService : TrackingService, IProfileNotification
{
    private readonly TrackingDatabase _database;
    private ProfileStore? _profiles;
    private ProfileWatch? _watch;
    private TrackingWriter? _writer;

    /// <summary>Makes a service.</summary>
    /// <param name="source">The connections, by the driver of the application. The service does not dispose of it.</param>
    /// <exception cref="NotSupportedException">The connections are not those of Microsoft.Data.Sqlite, Npgsql or Microsoft.Data.SqlClient.</exception>
    public SqlTrackingService(DbDataSource source)
    {
        ArgumentNullException.ThrowIfNull(source);
        _database = new TrackingDatabase(source);
    }

    /// <summary>Makes a service for a connection string.</summary>
    /// <param name="connectionString">The connection string. <see cref="WorkflowDatabases.OpenDataSource"/> opens it.</param>
    /// <exception cref="InvalidOperationException"><see cref="WorkflowDatabases.OpenDataSource"/> is not set.</exception>
    public SqlTrackingService(string connectionString)
        : this(WorkflowDatabases.DataSource(connectionString))
    {
    }

    /// <inheritdoc/>
    public event EventHandler<ProfileRemovedEventArgs>? ProfileRemoved;

    /// <inheritdoc/>
    public event EventHandler<ProfileUpdatedEventArgs>? ProfileUpdated;

    /// <summary>
    /// Whether records are written with the next save of their instance, in its transaction, and are dropped with its pending work. False: each record is written when it is sent, and the
    /// step of the instance waits. Default: true.
    /// </summary>
    public bool IsTransactional { get; set; } = true;

    /// <summary>
    /// The connection of the ambient transaction in which an instance is saved, such as <c>SqlInstanceStore.GetTransactionConnectionAsync</c> of the store in the same database. Null, the
    /// default: the service opens a connection of its own and enlists it, which SQLite does not support and which other databases support without distributed transactions only if nothing else
    /// uses the transaction.
    /// </summary>
    public Func<CancellationToken, Task<DbConnection>>? TransactionConnection { get; set; }

    /// <summary>
    /// Whether workflows without a profile of their own are tracked: by the default profile of the database, or, if it has none, by one that asks for all events, all statuses and all
    /// data. Default: true.
    /// </summary>
    public bool UseDefaultProfile { get; set; } = true;

    /// <summary>How often the service looks for changed profiles, in milliseconds; 0: never. Default: 60,000. At most 49 days, which are 4,233,600,000.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative, too large or no number.</exception>
    public double ProfileChangeCheckInterval
    {
        get;
        set => field = value is >= 0 and <= 49 * 24 * 3_600_000.0
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The interval of 'ProfileChangeCheckInterval' must be from 0 to 4,233,600,000 milliseconds; use 0 for never.");
    }

    = 60_000;

    /// <summary>Whether a record that is written at once is tried again, up to five times, after a failure that the driver calls transient. Default: false.</summary>
    public bool EnableRetries { get; set; }

    /// <summary>
    /// The types of the application that profiles in the database can name, besides those in the assembly of the workflow; none by default.
    /// </summary>
    public ICollection<Type> KnownTypes { get; } = [];

    private ProfileStore Profiles => _profiles ??= new ProfileStore(_database, KnownTypes);

    /// <summary>Makes the tables if they do not exist. An account that may only read and write rows needs them to exist; the scripts are in the folder 'sql' of the package.</summary>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <exception cref="DbException">The database cannot be used.</exception>
    public Task EnsureSchemaAsync(CancellationToken cancellationToken) => _database.EnsureSchemaAsync(cancellationToken);

    /// <summary>Makes a profile the current one of a workflow. New instances have it as soon as the service looks for changes.</summary>
    /// <param name="workflowType">The workflow; null: the default profile, for workflows that have none.</param>
    /// <param name="profile">The profile. Its version is higher than all versions before.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <exception cref="InvalidOperationException">The profile is incomplete, or its version is not higher.</exception>
    /// <exception cref="DbException">The database cannot be used.</exception>
    public Task SaveProfileAsync(Type? workflowType, TrackingProfile profile, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(profile);
        return Profiles.SaveAsync(workflowType, profile, cancellationToken);
    }

    /// <summary>Removes the current profile of a workflow. Instances that have it keep it.</summary>
    /// <param name="workflowType">The workflow; null: the default profile.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <exception cref="DbException">The database cannot be used.</exception>
    public Task RemoveProfileAsync(Type? workflowType, CancellationToken cancellationToken) => Profiles.RemoveAsync(workflowType, cancellationToken);

    /// <summary>Gives one instance a profile of its own, which it has after <see cref="WorkflowInstance.ReloadTrackingProfiles"/>.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="profile">The profile; null: the instance is not tracked any more.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <exception cref="InvalidOperationException">The profile is incomplete.</exception>
    /// <exception cref="DbException">The database cannot be used.</exception>
    public Task SaveInstanceProfileAsync(Guid instanceId, TrackingProfile? profile, CancellationToken cancellationToken) =>
        Profiles.SaveInstanceAsync(instanceId, profile, cancellationToken);

    /// <inheritdoc/>
    protected internal override void Start()
    {
        if (IsTransactional && TransactionConnection is null && !_database.CanEnlist)
        {
            throw new InvalidOperationException(
                "Connections of SQLite cannot take part in the transaction of a save; set 'TransactionConnection' to the method 'GetTransactionConnectionAsync' of the store in the same file, or 'IsTransactional' to false.");
        }

        _writer = new TrackingWriter(_database, TransactionConnection);
        if (ProfileChangeCheckInterval > 0)
        {
            _watch = new ProfileWatch(Profiles, Runtime!.Time, TimeSpan.FromMilliseconds(ProfileChangeCheckInterval), OnChanged, exception => RaiseServicesExceptionNotHandledEvent(exception, Guid.Empty));
        }

        base.Start();
    }

    /// <inheritdoc/>
    protected internal override void Stop()
    {
        _watch?.Dispose();
        base.Stop();
    }

    /// <inheritdoc/>
    protected internal override TrackingChannel GetTrackingChannel(TrackingParameters parameters)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        return new SqlTrackingChannel(parameters, _writer ?? throw new InvalidOperationException("The tracking service is not started; start its runtime."), IsTransactional, EnableRetries);
    }

    /// <inheritdoc/>
    protected internal override bool TryGetProfile(Type workflowType, out TrackingProfile? profile)
    {
        ArgumentNullException.ThrowIfNull(workflowType);
        CurrentProfile? current = BlockingCall.WaitApart(() => Profiles.CurrentAsync(workflowType, UseDefaultProfile, CancellationToken.None));
        _watch?.Watch(workflowType, UseDefaultProfile, current?.Version);
        profile = current?.Read();
        return profile is not null;
    }

    /// <inheritdoc/>
    protected internal override TrackingProfile? GetProfile(Type workflowType, Version profileVersionId)
    {
        ArgumentNullException.ThrowIfNull(workflowType);
        ArgumentNullException.ThrowIfNull(profileVersionId);
        return BlockingCall.WaitApart(() => Profiles.FindAsync(workflowType, profileVersionId, CancellationToken.None));
    }

    /// <inheritdoc/>
    protected internal override TrackingProfile? GetProfile(Guid workflowInstanceId) =>
        BlockingCall.WaitApart(() => Profiles.OfInstanceAsync(workflowInstanceId, null, CancellationToken.None)).Profile;

    /// <inheritdoc/>
    protected internal override bool TryReloadProfile(Type workflowType, Guid workflowInstanceId, out TrackingProfile? profile)
    {
        (bool exists, profile) = BlockingCall.WaitApart(() => Profiles.OfInstanceAsync(workflowInstanceId, workflowType, CancellationToken.None));
        return exists;
    }

    private void OnChanged(Type workflowType, TrackingProfile? profile)
    {
        if (profile is null)
        {
            ProfileRemoved?.Invoke(this, new ProfileRemovedEventArgs(workflowType));
        }
        else
        {
            ProfileUpdated?.Invoke(this, new ProfileUpdatedEventArgs(workflowType, profile));
        }
    }
}
