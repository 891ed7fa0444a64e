using System.Data.Common;
using System.Runtime.CompilerServices;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The current profile of a workflow. The profile is parsed only when <c>Read</c> is called.</summary>
internal sealed record CurrentProfile(string Version, Func<TrackingProfile> Read);

/// <summary>The profiles in the database. Thread-safe.</summary>
internal sealed class ProfileStore(TrackingDatabase database, IEnumerable<Type> knownTypes)
{
    private const string DefaultType = "";
    private static readonly Version BuiltInVersion = new(1, 0, 0);

    /// <summary>Returns the current profile of a workflow, or the default profile; null if the workflow is not tracked.</summary>
    public async Task<CurrentProfile?> CurrentAsync(Type workflowType, bool usesDefault, CancellationToken cancellationToken)
    {
        List<(string Type, string Version, string Text)> rows = await database.QueryAsync(
            "SELECT workflow_type, version, profile FROM workflow_tracking_profiles WHERE is_current = 1 AND workflow_type IN (@type, @default)",
            [("@type", NameOf(workflowType)), ("@default", DefaultType)],
            static row => (row.GetString(0), row.GetString(1), row.GetString(2)),
            cancellationToken).ConfigureAwait(false);
        int own = rows.FindIndex(static row => row.Type != DefaultType);
        int found = own >= 0 ? own : usesDefault ? rows.FindIndex(static row => row.Type == DefaultType) : -1;
        return found >= 0 ? new CurrentProfile($"{rows[found].Type} {rows[found].Version}", () => Parse(rows[found].Text, workflowType))
            : usesDefault ? new CurrentProfile(BuiltInVersion.ToString(), BuiltIn)
            : null;
    }

    /// <summary>Returns a version of the profile of a workflow, or of the default profile; null if there is none.</summary>
    public async Task<TrackingProfile?> FindAsync(Type workflowType, Version version, CancellationToken cancellationToken)
    {
        List<(string Type, string Text)> rows = await database.QueryAsync(
            "SELECT workflow_type, profile FROM workflow_tracking_profiles WHERE version = @version AND workflow_type IN (@type, @default) ORDER BY workflow_type DESC",
            [("@version", version.ToString()), ("@type", NameOf(workflowType)), ("@default", DefaultType)],
            static row => (row.GetString(0), row.GetString(1)),
            cancellationToken).ConfigureAwait(false);
        return rows.Count > 0 ? Parse(rows[0].Text, workflowType) : version == BuiltInVersion ? BuiltIn() : null;
    }

    /// <summary>Returns the profile of one instance.</summary>
    /// <returns>True if the instance has its own profile, and that profile; the profile is null if the instance is not tracked.</returns>
    public async Task<(bool Exists, TrackingProfile? Profile)> OfInstanceAsync(Guid instanceId, Type? workflowType, CancellationToken cancellationToken)
    {
        List<string?> rows = await database.QueryAsync(
            "SELECT profile FROM workflow_tracking_instance_profiles WHERE instance_id = @instance_id",
            [("@instance_id", instanceId)],
            static row => row.IsDBNull(0) ? null : row.GetString(0),
            cancellationToken).ConfigureAwait(false);
        return rows is [var text] ? (true, text is null ? null : Parse(text, workflowType)) : (false, null);
    }

    /// <exception cref="InvalidOperationException">The profile is incomplete, or its version is not higher than all existing versions.</exception>
    public Task SaveAsync(Type? workflowType, TrackingProfile profile, CancellationToken cancellationToken)
    {
        string text = Write(profile);
        string type = NameOf(workflowType);
        Version version = profile.Version!;
        return InTransactionAsync(
            async (connection, transaction) =>
            {
                await ClearCurrentAsync(connection, transaction, type, cancellationToken).ConfigureAwait(false);
                await CheckIsHigherAsync(connection, transaction, type, version, cancellationToken).ConfigureAwait(false);
                await database.InsertAsync(
                    connection,
                    transaction,
                    "workflow_tracking_profiles",
                    ["workflow_type", "version", "is_current", "profile"],
                    [[type, version.ToString(), 1, text]],
                    cancellationToken)
                    .ConfigureAwait(false);
            },
            cancellationToken);
    }

    public Task RemoveAsync(Type? workflowType, CancellationToken cancellationToken) =>
        InTransactionAsync((connection, transaction) => ClearCurrentAsync(connection, transaction, NameOf(workflowType), cancellationToken), cancellationToken);

    /// <exception cref="InvalidOperationException">The profile is incomplete.</exception>
    public Task SaveInstanceAsync(Guid instanceId, TrackingProfile? profile, CancellationToken cancellationToken)
    {
        string? text = profile is null ? null : Write(profile);
        return InTransactionAsync(
            async (connection, transaction) =>
            {
                await database.ExecuteAsync(
                    connection,
                    transaction,
                    "DELETE FROM workflow_tracking_instance_profiles WHERE instance_id = @instance_id",
                    [("@instance_id", instanceId)],
                    cancellationToken).ConfigureAwait(false);
                await database.InsertAsync(
                    connection,
                    transaction,
                    "workflow_tracking_instance_profiles",
                    ["instance_id", "profile"],
                    [[instanceId, text]],
                    cancellationToken).ConfigureAwait(false);
            },
            cancellationToken);
    }

    private static string NameOf(Type? workflowType) => workflowType is null ? DefaultType : ProfileTypes.NameOf(workflowType);

    private static string Write(TrackingProfile profile)
    {
        using StringWriter writer = new();
        new TrackingProfileSerializer().Serialize(writer, profile);
        return writer.ToString();
    }

    /// <summary>Returns a profile that selects everything.</summary>
    private static TrackingProfile BuiltIn()
    {
        ActivityTrackPoint activities = new();
        activities.MatchingLocations.Add(new ActivityTrackingLocation(typeof(Activity), matchDerivedTypes: true, Enum.GetValues<ActivityExecutionStatus>()));
        UserTrackPoint data = new();
        data.MatchingLocations.Add(
            new UserTrackingLocation(typeof(object), typeof(Activity)) { MatchDerivedActivityTypes = true, MatchDerivedArgumentTypes = true });
        return new TrackingProfile
        {
            Version = BuiltInVersion,
            WorkflowTrackPoints = { new WorkflowTrackPoint { MatchingLocation = new WorkflowTrackingLocation(Enum.GetValues<TrackingWorkflowEvent>()) } },
            ActivityTrackPoints = { activities },
            UserTrackPoints = { data },
        };
    }

    private TrackingProfile Parse(string text, Type? workflowType)
    {
        TrackingProfileSerializer serializer = new();
        foreach (Type type in workflowType is null ? knownTypes : [.. knownTypes, workflowType, .. workflowType.Assembly.GetExportedTypes()])
        {
            serializer.KnownTypes.Add(type);
        }

        using StringReader reader = new(text);
        return serializer.Deserialize(reader);
    }

    /// <exception cref="InvalidOperationException">An existing version is not lower.</exception>
    private async Task CheckIsHigherAsync(DbConnection connection, DbTransaction transaction, string type, Version version, CancellationToken cancellationToken)
    {
        DbCommand find = database.Command(
            connection, transaction, "SELECT version FROM workflow_tracking_profiles WHERE workflow_type = @type", [("@type", type)]);
        await using ConfiguredAsyncDisposable findEnd = find.ConfigureAwait(false);
        DbDataReader reader = await find.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        await using ConfiguredAsyncDisposable readerEnd = reader.ConfigureAwait(false);
        while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
        {
            if (Version.TryParse(reader.GetString(0), out Version? other) && other >= version)
            {
                throw new InvalidOperationException(
                    $"The profile of '{type}' has the version '{version}', and the database has '{other}'; use a higher version.");
            }
        }
    }

    private Task ClearCurrentAsync(DbConnection connection, DbTransaction transaction, string type, CancellationToken cancellationToken) =>
        database.ExecuteAsync(
            connection,
            transaction,
            "UPDATE workflow_tracking_profiles SET is_current = 0 WHERE workflow_type = @type AND is_current = 1",
            [("@type", type)],
            cancellationToken);

    private async Task InTransactionAsync(Func<DbConnection, DbTransaction, Task> work, CancellationToken cancellationToken)
    {
        DbConnection connection = await database.OpenAsync(cancellationToken).ConfigureAwait(false);
        await using ConfiguredAsyncDisposable connectionEnd = connection.ConfigureAwait(false);
        DbTransaction transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
        await using ConfiguredAsyncDisposable transactionEnd = transaction.ConfigureAwait(false);
        await work(connection, transaction).ConfigureAwait(false);
        await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
    }
}
