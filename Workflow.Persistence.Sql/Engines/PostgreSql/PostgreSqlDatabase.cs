using System.Collections.Concurrent;
using System.Data.Common;
using System.Runtime.CompilerServices;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>A PostgreSQL database. Thread-safe.</summary>
internal sealed class PostgreSqlDatabase(DbDataSource source, SqlInstanceStoreOptions options)
    : ServerDatabase("PostgreSql", "\"\"", "PostgreSQL", source, options)
{
    private readonly ConcurrentDictionary<string, PostgreSqlStatement> _statements = [];
    private readonly PostgreSqlConnections _connections = new(source, options.PreparesStatements);

    /// <summary>The connections whose sessions have the settings for batches.</summary>
    private readonly ConcurrentDictionary<DbConnection, bool> _set = new(ReferenceEqualityComparer.Instance);

    /// <summary>The connections that are enlisted in a <see cref="Transaction"/>.</summary>
    private readonly ConditionalWeakTable<DbConnection, object> _enlisted = [];

    public override ServerFailures Failures { get; } = new PostgreSqlFailures();

    public override bool ReportsExpiredOwners => true;

    public override bool BatchesLoads => true;

    public override bool BatchesMessages => true;

    public override bool BatchesStarts => true;

    public override bool ReadsSnapshots => true;

    /// <summary>True if statements are prepared; false until a connection was examined.</summary>
    public bool Prepares => _connections.Prepare;

    /// <summary>Returns the statement that consists of the texts with the given names.</summary>
    public PostgreSqlStatement this[params string[] names] => _statements.GetOrAdd(
        string.Join('+', names),
        static (_, state) => new PostgreSqlStatement(string.Concat(state.names.Select(name => state.Scripts[name]))),
        (names, Scripts));

    public override ServerCall Call(DbConnection connection, DbTransaction? transaction = null) => new PostgreSqlCall(this, connection, transaction);

    public override Task ExamineAsync(DbConnection connection, CancellationToken cancellationToken) =>
        _connections.ExamineAsync(this, connection, cancellationToken);

    /// <summary>Returns true if the transaction of a connection continues after a call.</summary>
    public bool IsEnlisted(DbConnection connection) => _enlisted.TryGetValue(connection, out _);

    public override async Task<DbConnection> OpenInAsync(Transaction transaction)
    {
        DbConnection connection = await base.OpenInAsync(transaction).ConfigureAwait(false);
        _enlisted.TryAdd(connection, connection);
        return connection;
    }

    /// <summary>Returns true if the session of a connection already has the settings for batches.</summary>
    public bool HasSettings(DbConnection connection) => !_set.IsEmpty && _set.ContainsKey(connection);

    /// <summary>
    /// Applies the settings to the session, only if the connection keeps one server session. Behind a pooler, each transaction sets them itself.
    /// </summary>
    public override async Task BeginFlushesAsync(DbConnection connection)
    {
        if (Prepares)
        {
            await ExecuteAsync(connection, new ServerStatement("SessionForBatches"), CancellationToken.None).ConfigureAwait(false);
            _set[connection] = true;
        }
    }

    public override async Task EndFlushesAsync(DbConnection connection, bool isBroken)
    {
        if (_set.TryRemove(connection, out _))
        {
            await ExecuteAsync(connection, new ServerStatement("SessionEnd"), CancellationToken.None).ConfigureAwait(false);
        }
    }

    public override IReadOnlyList<string> PartsOf(string script) => [script];

    public override async Task<DbDataReader> ReadAsync(DbConnection connection, ServerStatement statement, CancellationToken cancellationToken)
    {
        DbDataReader reader = await base.ReadAsync(connection, statement, cancellationToken).ConfigureAwait(false);
        if (SetsPlans(connection, statement))
        {
            await reader.NextResultAsync(cancellationToken).ConfigureAwait(false);
        }

        return reader;
    }

    public override object ListOf<T>(IEnumerable<T> values) => values.ToArray();

    protected override string TextOf(DbConnection connection, ServerStatement statement)
    {
        string text = string.Concat(statement.Names.Split(' ').Select(name => Scripts[name]));
        return SetsPlans(connection, statement) ? Scripts["SettingsForIndexes"] + text : text;
    }

    /// <summary>
    /// Returns true if a statement follows settings that end with its transaction. In a transaction that continues, they would also affect other statements.
    /// </summary>
    private bool SetsPlans(DbConnection connection, ServerStatement statement) =>
        statement is { UsesIndexPlans: true, Transaction: null } && !IsEnlisted(connection) && !HasSettings(connection);

    public override DateTimeOffset? TimeOf(DbDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetFieldValue<DateTimeOffset>(column).ToUniversalTime();

    public override IReadOnlyCollection<Guid> IdsOf(DbDataReader reader, int column) =>
        reader.IsDBNull(column) ? [] : reader.GetFieldValue<Guid[]>(column);

    public override IReadOnlyList<SavedBookmark> BookmarksOf(DbDataReader reader, int column)
    {
        if (reader.IsDBNull(column))
        {
            return [];
        }

        string[] names = reader.GetFieldValue<string[]>(column), owners = reader.GetFieldValue<string[]>(column + 1);
        Guid?[] scopes = reader.GetFieldValue<Guid?[]>(column + 2);
        return [.. names.Select((name, i) => new SavedBookmark { Name = NotNull(name), OwnerDisplayName = NotNull(owners[i]), ScopeId = scopes[i] })];

        static string NotNull(string? text) => text ?? throw new FormatException("A text of a bookmark is null.");
    }
}
