using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Writes records to tables of a database: SQLite, PostgreSQL or SQL Server. <see cref="SqlTrackingQuery"/> reads the records. The profiles are stored in the
/// same database. Set the properties before the runtime is started. Thread-safe.
/// </summary>
[SuppressMessage(
    "Design",
    "CA1001:Types that own disposable fields should be disposable",
    Justification = "The runtime stops the service, which ends the timer.")]
public sealed class SqlTrackingService : TrackingService, IProfileNotification
{
    private readonly TrackingDatabase _database;
    private ProfileStore? _profiles;
    private ProfilePolling? _watch;
    private TrackingWriter? _writer;

    /// <summary>Creates a service.</summary>
    /// <param name="source">The data source of the connections, with the driver of the application. The service does not dispose of it.</param>
    /// <exception cref="NotSupportedException">The connections are not connections of Microsoft.Data.Sqlite, Npgsql or Microsoft.Data.SqlClient.</exception>
    public SqlTrackingService(DbDataSource source)
    {
        ArgumentNullException.ThrowIfNull(source);
        _database = new TrackingDatabase(source);
    }

    /// <summary>Creates a service for a connection string.</summary>
    /// <param name="connectionString">The connection string. <see cref="WorkflowDatabases.OpenDataSource"/> opens the database.</param>
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
    /// True to write records with the next save of their instance, in its transaction; they are discarded with its pending work. False to write each record
    /// when it is sent, while the step of the instance waits. Default: true.
    /// </summary>
    public bool IsTransactional { get; set; } = true;

    /// <summary>
    /// Returns the connection of the ambient transaction in which an instance is saved, such as <c>SqlInstanceStore.GetTransactionConnectionAsync</c> of a
    /// store in the same database. If it is null, the default, the service opens its own connection and enlists it in the transaction. SQLite does not support
    /// this. Other databases support it without distributed transactions only if nothing else uses the transaction.
    /// </summary>
    public Func<CancellationToken, Task<DbConnection>>? TransactionConnection { get; set; }

    /// <summary>
    /// True to track workflows that have no profile of their own: with the default profile of the database, or, if there is none, with a profile that selects
    /// all events, all statuses and all data. Default: true.
    /// </summary>
    public bool UseDefaultProfile { get; set; } = true;

    /// <summary>
    /// The interval between checks for changed profiles, in milliseconds. 0 disables the checks. Default: 60,000. Maximum: 4,233,600,000, which are 49 days.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative, too large or not a number.</exception>
    public double ProfileChangeCheckInterval
    {
        get;
        set => field = value is >= 0 and <= 49 * 24 * 3_600_000.0
            ? value
            : throw new ArgumentOutOfRangeException(
                nameof(value),
                value,
                "The interval of 'ProfileChangeCheckInterval' must be from 0 to 4,233,600,000 milliseconds; use 0 for never.");
    }

    = 60_000;

    /// <summary>
    /// True to retry the write of a record that is written when it is sent, after a failure that the driver reports as transient. At most five attempts are
    /// made. Default: false.
    /// </summary>
    public bool EnableRetries { get; set; }

    /// <summary>The application types that profiles in the database can name, in addition to those in the assembly of the workflow. Empty by default.</summary>
    public ICollection<Type> KnownTypes { get; } = [];

    private ProfileStore Profiles => _profiles ??= new ProfileStore(_database, KnownTypes);

    /// <summary>
    /// Creates the tables if they do not exist. For an account that can only read and write rows, create the tables with the scripts in the folder 'sql' of the
    /// package.
    /// </summary>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="DbException">The database cannot be used.</exception>
    public Task EnsureSchemaAsync(CancellationToken cancellationToken) => _database.EnsureSchemaAsync(cancellationToken);

    /// <summary>Makes a profile the current profile of a workflow. New instances have it as soon as the service checks for changes.</summary>
    /// <param name="workflowType">The type of the workflow; null for the default profile, which applies to workflows that have none.</param>
    /// <param name="profile">The profile. Its version must be higher than all previous versions.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="InvalidOperationException">The profile is incomplete, or its version is not higher than all previous versions.</exception>
    /// <exception cref="DbException">The database cannot be used.</exception>
    public Task SaveProfileAsync(Type? workflowType, TrackingProfile profile, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(profile);
        return Profiles.SaveAsync(workflowType, profile, cancellationToken);
    }

    /// <summary>Removes the current profile of a workflow. Instances that have the profile keep it.</summary>
    /// <param name="workflowType">The type of the workflow; null for the default profile.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="DbException">The database cannot be used.</exception>
    public Task RemoveProfileAsync(Type? workflowType, CancellationToken cancellationToken) => Profiles.RemoveAsync(workflowType, cancellationToken);

    /// <summary>Assigns a profile to a single instance. The profile applies after <see cref="WorkflowInstance.ReloadTrackingProfiles"/>.</summary>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="profile">The profile; null to stop tracking the instance.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
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
            _watch = new ProfilePolling(
                Profiles,
                Runtime!.Time,
                TimeSpan.FromMilliseconds(ProfileChangeCheckInterval),
                OnChanged,
                exception => RaiseServicesExceptionNotHandledEvent(exception, Guid.Empty));
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
        return new SqlTrackingChannel(
            parameters,
            _writer ?? throw new InvalidOperationException("The tracking service is not started; start its runtime."),
            IsTransactional,
            EnableRetries);
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
