using System.Data.Common;
using System.Globalization;
using Workflow.Persistence.Sql;

namespace Workflow.Perf.Databases;

/// <summary>A database that a row has for itself, with the schema of the store.</summary>
internal abstract class Database(DbDataSource source)
{
    /// <summary>The engine and the driver with their versions, and what else the figures depend on.</summary>
    public abstract string Description { get; }

    /// <summary>How the names of tables and views begin.</summary>
    public abstract string Prefix { get; }

    /// <summary>A new database with the schema, which goes with this process.</summary>
    /// <exception cref="Measuring.SkippedException">The server is missing.</exception>
    public static Database Create(DatabaseKind kind)
    {
        Database database = kind switch
        {
            DatabaseKind.Sqlite => SqliteDatabase.Create(),
            DatabaseKind.PostgreSql => PostgreSqlDatabase.Create(),
            _ => SqlServerDatabase.Create(),
        };
        return database.WithSchema();
    }

    /// <summary>The SQLite database in a file that other processes use before or after this one. It is made if it is missing.</summary>
    public static Database CreateInFile(string file) => SqliteDatabase.OfFile(file).WithSchema();

    /// <summary>A store on the database; it keeps what has completed no longer.</summary>
    public SqlInstanceStore NewStore(SqlInstanceStoreOptions? options = null) => new(source, options ?? new SqlInstanceStoreOptions());

    public DbConnection Open() => source.OpenConnection();

    public void Run(string text)
    {
        using DbConnection connection = Open();
        using DbCommand command = Command(connection, text);
        command.ExecuteNonQuery();
    }

    /// <summary>The value of the first column in the first row. A number is converted: engines differ in the type of a count.</summary>
    public T Read<T>(string text)
    {
        using DbConnection connection = Open();
        using DbCommand command = Command(connection, text);
        return (T)Convert.ChangeType(command.ExecuteScalar()!, typeof(T), CultureInfo.InvariantCulture);
    }

    /// <summary>A command on a connection.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="text">The text, in which all names of tables begin with 'workflow.'.</param>
    public DbCommand Command(DbConnection connection, string text)
    {
        DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The texts are those of the rows.
        command.CommandText = text.Replace("workflow.", Prefix, StringComparison.Ordinal);
#pragma warning restore CA2100
        command.CommandTimeout = 120;
        return command;
    }

    /// <summary>An id as the driver takes it.</summary>
    public abstract object IdOf(Guid id);

    /// <summary>A truth value as a text of SQL.</summary>
    public abstract string TextOf(bool value);

    /// <summary>A time as a text of SQL.</summary>
    public abstract string Now { get; }

    /// <summary>How many bytes the tables and indexes of the store have on the disk.</summary>
    public abstract long Size();

    private Database WithSchema()
    {
        NewStore().EnsureSchemaAsync(CancellationToken.None).GetAwaiter().GetResult();
        return this;
    }

    /// <summary>Makes each further call of a store fail. The views stay, and follow the new name.</summary>
    public void BreakSchema() => Run("ALTER TABLE workflow.instance RENAME TO removed");
}
