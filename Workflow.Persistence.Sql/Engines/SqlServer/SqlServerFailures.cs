using System.Data;
using System.Data.Common;
using System.Data.SqlTypes;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql;

/// <summary>Classifies and translates the errors of SQL Server.</summary>
internal sealed class SqlServerFailures : ServerFailures
{
    /// <summary>The lowest severity class of errors that terminate the connection.</summary>
    private const int FatalClass = 20;

    private const string DriverName = "Microsoft.Data.SqlClient";

    /// <summary>
    /// The numbers of transient errors: conflicts, exhausted server resources, and a database that moves to another node. The call had no effect.
    /// </summary>
    private static readonly HashSet<int> Transient =
    [
        1205, 1222, 3910, 3960, 4060, 8641, 8645, 10928, 10929, 40143, 40197, 40501, 40549, 40553, 40613, 49918, 49919, 49920,
    ];

    /// <summary>The error numbers of the driver itself: a timeout, or no connection. 0 and -1 are errors without a number.</summary>
    private static readonly HashSet<int> Connection = [-2, -1, 0, 2, 20, 53, 64, 121, 233, 258, 10053, 10054, 10060, 10061];

    public override bool IsTransient(Exception failure) =>
        failure is DatabaseUnreachableException || (failure is SqlException { Class: < FatalClass } error && Transient.Contains(error.Number));

    public override bool IsBroken(Exception failure) =>
        IsOfDriver(failure) || (failure is SqlException error && (error.Class >= FatalClass || Connection.Contains(error.Number)));

    public override bool IsUnanswered(Exception failure) => IsBroken(failure);

    public override bool IsOutdated(Exception failure) => failure is SqlException { Number: 3960 or 1205 };

    public override bool IsContention(Exception failure) => failure is SqlException { Number: 3960 or 1205 };

    public override bool IsUnreachable(Exception failure) => IsBroken(failure);

    public override bool IsConflict(Exception failure) => failure is SqlException { Number: 2601 or 2627 };

    public override Exception Translate(Exception failure, ServerDatabase database) => failure switch
    {
        SqlException error => new InstancePersistenceException($"{database.FullName} {Sentence(error, database.SchemaName)}", error),
        _ when IsOfDriver(failure) => new InstancePersistenceException(
            $"{database.FullName} cannot be used: {Text(failure)}; close connections that are not used, or raise 'Max Pool Size'.", failure),
        NotSupportedException { Source: DriverName } when IsInvariant => new InstancePersistenceException(
            $"{database.FullName} cannot be used by a process without cultures: {Text(failure)}; set 'InvariantGlobalization' to false in the project of the application, and install ICU.",
            failure),
        DbException or InvalidCastException or FormatException or SqlNullValueException or DataException =>
            new InstancePersistenceException(
                $"{database.FullName} returned a value that does not fit its column: {Text(CauseOf(failure))}; restore damaged rows from a backup.", failure),
        _ => failure,
    };

    /// <summary>True if the process runs without cultures, which the driver needs. The project or the environment configures this mode.</summary>
    private static bool IsInvariant => AppContext.TryGetSwitch("System.Globalization.Invariant", out bool isInvariant)
        ? isInvariant
        : Environment.GetEnvironmentVariable("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT") is "1"
            || bool.TryParse(Environment.GetEnvironmentVariable("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"), out isInvariant) && isInvariant;

    /// <summary>
    /// Returns true for an error of the driver. The driver reports a closed connection, or a pool without a free connection, as an invalid operation.
    /// </summary>
    private static bool IsOfDriver(Exception failure) => failure is InvalidOperationException { Source: DriverName };

    private string Sentence(SqlException error, string schema) => error.Number switch
    {
        18456 or 18452 or 18470 or 18486 or 18487 or 18488 => "refuses the login; check the user and the password of the connection string.",
        4060 or 911 or 916 => "does not exist, or the login has no user in it; create it, or correct the connection string.",
        229 or 230 or 262 or 297 or 300 or 2760 or 15151 or 15247 => $"refuses a statement: {Text(error)}; give the login the rights on the schema '{schema}'.",
        208 or 2715 or 2812 or 4121 => MissingObject(Text(error), schema),
        1101 or 1105 or 9002 => "cannot grow, because the disk or the log is full; free some space.",
        3906 => "cannot be written, because it is read-only; connect to the primary server.",
        1205 or 3960 =>
            $"has rolled back the transaction, because others used the same rows at the same time (error {error.Number}): {Text(error)}; repeat the transaction, or use a lower isolation level.",
        -2 or 1222 => "did not answer in time; raise 'CommandTimeout' or look for locks that last long.",
        2628 or 8152 => "refuses a value because it is too long; save less.",
        515 or 547 or 2601 or 2627 => $"refuses a row: {Text(error)}; restore damaged rows from a backup.",
        -2146893019 =>
            "has a certificate that this machine does not trust; install a certificate that it trusts, or set 'TrustServerCertificate' for a server in a safe network.",
        _ when IsBroken(error) => $"cannot be reached: {Text(error)}; check the connection string, the network and the server.",
        _ => $"failed with the error {error.Number}: {Text(error)}; see the inner exception.",
    };

    private static string Text(Exception failure) => failure.Message.ReplaceLineEndings(" ").Trim().TrimEnd('.');
}
