using System.Collections.Concurrent;
using System.Data.Common;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Transactions;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql;

/// <summary>A SQL Server database. Thread-safe.</summary>
internal sealed partial class SqlServerDatabase(DbDataSource source, SqlInstanceStoreOptions options)
    : ServerDatabase("SqlServer", "[]", "SQL Server", source, options)
{
    private readonly ConcurrentDictionary<string, string> _texts = [];

    /// <summary>
    /// The connections in transactions of the application. If the application has begun the transaction itself, the value is the transaction, because the
    /// driver requires that each command references it; otherwise, the value is an arbitrary object.
    /// </summary>
    private readonly ConditionalWeakTable<DbConnection, object> _enlisted = [];

    public override ServerFailures Failures { get; } = new SqlServerFailures();

    /// <summary>Returns the text of a call, which can consist of several statements.</summary>
    /// <param name="names">The names of the statements, separated by spaces.</param>
    public string TextOf(string names) => _texts.GetOrAdd(names, static (names, scripts) => Compose(names, scripts), Scripts);

    public override ServerCall Call(DbConnection connection, DbTransaction? transaction = null)
    {
        (string first, SqlTransaction? begun) = StartOf(connection, transaction);
        return new SqlServerCall(this, (SqlConnection)connection, (SqlTransaction?)transaction ?? begun, first);
    }

    /// <summary>Returns a list as a comma-separated text, which the statement splits.</summary>
    public override object ListOf<T>(IEnumerable<T> values) => string.Join(',', values.Select(value => value.ToString(null, CultureInfo.InvariantCulture)));

    public override DbConnection ConnectionOf(DbTransaction transaction)
    {
        DbConnection connection = base.ConnectionOf(transaction);
        _enlisted.AddOrUpdate(connection, transaction);
        return connection;
    }

    public override async Task<DbConnection> OpenInAsync(Transaction transaction)
    {
        DbConnection connection = await base.OpenInAsync(transaction).ConfigureAwait(false);
        _enlisted.Add(connection, _texts);
        return connection;
    }

    /// <summary>
    /// Splits a script at lines that contain only 'GO', as other tools for this language do. For example, a view must be the only statement of its part.
    /// </summary>
    public override IReadOnlyList<string> PartsOf(string script) => [.. PartEnd().Split(script).Where(part => !string.IsNullOrWhiteSpace(part))];

    public override DateTimeOffset? TimeOf(DbDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : StoreTime.ToDateTimeOffset(reader.GetInt64(column));

    public override IReadOnlyCollection<Guid> IdsOf(DbDataReader reader, int column) =>
        reader.IsDBNull(column) ? [] : [.. reader.GetString(column).Split(',').Select(Guid.Parse)];

    public override IReadOnlyList<SavedBookmark> BookmarksOf(DbDataReader reader, int column)
    {
        if (reader.IsDBNull(column))
        {
            return [];
        }

        using JsonDocument rows = JsonDocument.Parse(reader.GetString(column));
        return
        [
            .. rows.RootElement.EnumerateArray().Select(row => new SavedBookmark
            {
                Name = row.GetProperty("n").GetString()!,
                OwnerDisplayName = row.GetProperty("o").GetString()!,
                ScopeId = row.TryGetProperty("s", out JsonElement scope) ? scope.GetGuid() : null,
            }),
        ];
    }

    protected override string TextOf(DbConnection connection, ServerStatement statement) =>
        TextOf($"{StartOf(connection, statement.Transaction).Names} {statement.Names}".TrimStart());

    protected override DbTransaction? TransactionOf(DbConnection connection, ServerStatement statement) =>
        statement.Transaction ?? StartOf(connection, null).Begun;

    /// <summary>
    /// Returns the names of the first statements of a call, and the transaction that the application has begun on the connection; null for none. The session
    /// settings of such a transaction are not changed.
    /// </summary>
    private (string Names, SqlTransaction? Begun) StartOf(DbConnection connection, DbTransaction? transaction)
    {
        bool isEnlisted = _enlisted.TryGetValue(connection, out object? known);
        SqlTransaction? begun = known as SqlTransaction;
        return (begun is not null ? string.Empty : transaction is null && !isEnlisted ? "Level Begin" : "Begin", begun);
    }

    /// <summary>Concatenates statements. The declaration of the current time is inserted before the first statement that uses it.</summary>
    private static string Compose(string names, ScriptFolder scripts)
    {
        StringBuilder text = new();
        foreach (string statement in names.Split(' ').Select(name => scripts[name]))
        {
            bool isFirst = statement.Contains("@now", StringComparison.Ordinal) && !text.ToString().Contains("@now", StringComparison.Ordinal);
            text.Append(isFirst ? scripts["Time"] : string.Empty).Append(statement);
        }

        return text.ToString();
    }

    [GeneratedRegex(@"^GO\r?$", RegexOptions.Multiline | RegexOptions.NonBacktracking)]
    private static partial Regex PartEnd();
}
