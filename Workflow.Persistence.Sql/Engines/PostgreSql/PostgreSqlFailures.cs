using System.Data;
using System.Data.Common;
using System.Net.Sockets;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Classifies and translates the errors of PostgreSQL. The driver is not referenced; the base class of its exceptions provides the error code of the server.
/// </summary>
internal sealed class PostgreSqlFailures : ServerFailures
{
    private const string UniqueViolation = "23505";

    public override bool IsTransient(Exception failure) =>
        failure is DatabaseUnreachableException || CodeOf(failure) is "40001" or "40P01" or "55P03" or "57P03" or "57P05" or "53300";

    public override bool IsBroken(Exception failure) => IsUnanswered(failure) && !Has<TimeoutException>(failure);

    public override bool IsUnanswered(Exception failure) =>
        (failure is DbException or SocketException or TimeoutException or IOException) && (!IsRefusal(failure) || IsEndOfSession(failure));

    public override bool IsOutdated(Exception failure) => CodeOf(failure) == "40001";

    public override bool IsContention(Exception failure) => CodeOf(failure) is "40001" or "40P01";

    public override bool IsUnreachable(Exception failure) =>
        (failure is DbException or SocketException or TimeoutException or IOException) && !IsRefusal(failure);

    public override bool IsConflict(Exception failure) => CodeOf(failure) == UniqueViolation;

    public override Exception Translate(Exception failure, ServerDatabase database) => failure switch
    {
        DbException or SocketException or TimeoutException or IOException =>
            new InstancePersistenceException($"{database.FullName} {Sentence(failure, database.SchemaName)}", failure),
        InvalidCastException or DataException => new InstancePersistenceException(
            $"{database.FullName} returned a value that does not fit its column: {Text(CauseOf(failure))}; restore damaged rows from a backup.", failure),
        _ => failure,
    };

    /// <summary>Returns true if the server has answered with an error.</summary>
    private static bool IsRefusal(Exception failure) => CodeOf(failure) is { Length: > 0 };

    /// <summary>
    /// Returns true if the server has ended the session, for example because of an administrator or a crash. This can happen after the commit, so the effect of
    /// the call is unknown.
    /// </summary>
    private static bool IsEndOfSession(Exception failure) =>
        CodeOf(failure) is { } code && (code is "57P01" or "57P02" || code.StartsWith("08", StringComparison.Ordinal));

    private static string Sentence(Exception failure, string schema) => CodeOf(failure) switch
    {
        "28P01" or "28000" => "refuses the login; check the user and the password of the connection string.",
        "3D000" => "does not exist; create it, or correct the connection string.",
        "42501" => $"refuses a statement: {Text(failure)}; give the login the rights on the schema '{schema}'.",
        "3F000" => $"has no schema '{schema}'; call 'EnsureSchemaAsync' once, or run the scripts of the package.",
        "42P01" => MissingObject(Text(failure), schema),
        "53100" => "cannot grow, because the disk is full; free some space.",
        "25006" => "cannot be written, because it is read-only; connect to the primary server.",
        "57014" => "did not answer in time; raise 'CommandTimeout' or look for locks that last long.",
        "22021" or "22P05" => "refuses a text, because it contains a character that PostgreSQL cannot store, such as U+0000; remove it.",
        "26000" or "42P05" or "08P01" =>
            "is behind a pooler that gives each transaction another connection, where statements cannot be prepared; do not set 'PreparesStatements', and set 'Max Auto Prepare' of the connection string to 0.",
        "40001" or "40P01" =>
            $"has rolled back the transaction, because others used the same rows at the same time (SQLSTATE {CodeOf(failure)}): {Text(failure)}; repeat the transaction, or use a lower isolation level.",
        "54000" => "refuses a value because it is too long; save less.",
        { Length: > 0 } code when code.StartsWith("23", StringComparison.Ordinal) =>
            $"refuses a row: {Text(failure)}; restore damaged rows from a backup.",
        { Length: > 0 } code => $"failed with the error {code}: {Text(failure)}; see the inner exception.",
        _ when Has<TimeoutException>(failure) => "did not answer in time; raise 'CommandTimeout' or look for locks that last long.",
        _ => $"cannot be reached: {Text(failure)}; check the connection string, the network and the server.",
    };

    /// <summary>Returns the first line of the message. The driver can be configured to add the content of a row in further lines.</summary>
    private static string Text(Exception failure) => failure.Message.Split('\n')[0].TrimEnd('\r', '.');

    private static string? CodeOf(Exception failure) => (failure as DbException)?.SqlState;

    private static bool Has<T>(Exception? failure)
        where T : Exception => failure is T || (failure is not null && Has<T>(failure.InnerException));
}
