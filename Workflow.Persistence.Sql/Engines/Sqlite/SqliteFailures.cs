using System.Data.Common;
using System.Globalization;
using System.Reflection;

namespace Workflow.Persistence.Sql;

/// <summary>Classifies and translates the errors of SQLite.</summary>
internal static class SqliteFailures
{
    private const int Busy = 5, Locked = 6, ReadOnly = 8, IOError = 10, Corrupt = 11, Full = 13, CannotOpen = 14, TooBig = 18, Constraint = 19,
        NotADatabase = 26;

    /// <summary>Returns true if the failed call has changed nothing and may succeed when it is repeated.</summary>
    public static bool IsTransient(Exception failure) => CodeOf(failure) is Busy or Locked;

    /// <summary>Returns true if a row violates a constraint of its table.</summary>
    public static bool IsConstraint(Exception failure) => CodeOf(failure) == Constraint;

    /// <summary>Returns true if the connection can still be used.</summary>
    public static bool KeepsConnection(Exception failure) =>
        CodeOf(failure) is Busy or Locked or TooBig or Constraint || failure is InstancePersistenceException;

    /// <summary>Returns the exception for the caller.</summary>
    /// <param name="failure">The exception that was thrown.</param>
    /// <param name="file">The name of the database file.</param>
    public static Exception Translate(Exception failure, string file) =>
        failure is InstancePersistenceException or OperationCanceledException or ObjectDisposedException
            ? failure
            : new InstancePersistenceException($"The SQLite database '{file}' {Sentence(failure)}", failure);

    private static string Sentence(Exception failure) => CodeOf(failure) switch
    {
        Busy or Locked => "is locked by another process or transaction; end it, or raise 'CommandTimeout'.",
        ReadOnly => "cannot be written, because the file or its folder is read-only; give the process the right to write to both.",
        IOError => $"cannot be read or written: {failure.Message.TrimEnd('.')}; check the disk.",
        Corrupt => "is damaged; restore it from a backup.",
        Full => "cannot grow, because the disk is full; free some space.",
        CannotOpen => "cannot be opened; check that its folder exists and that the process may write there.",
        TooBig => "refuses a value because it is too long; save less.",
        Constraint => $"refuses a row: {failure.Message.TrimEnd('.')}; restore damaged rows from a backup.",
        NotADatabase => "is not an SQLite database, or is encrypted; check the file name.",
        _ => $"failed: {failure.Message.TrimEnd('.')}; see the inner exception.",
    };

    /// <summary>Returns the primary result code. The driver is not referenced, and the base class of its exceptions does not provide the code.</summary>
    private static int CodeOf(Exception? failure)
    {
        while (failure is not null and not DbException)
        {
            failure = failure.InnerException;
        }

        object? code = failure?.GetType().GetProperty("SqliteErrorCode", BindingFlags.Public | BindingFlags.Instance)?.GetValue(failure);
        return code is null ? 0 : Convert.ToInt32(code, CultureInfo.InvariantCulture) & 0xff;
    }
}
