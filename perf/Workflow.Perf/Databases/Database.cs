using System.Data.Common;
using System.Globalization;
using Workflow.Persistence.Sql;

namespace Workflow.Perf.Databases;

/// <summary>A database with the schema of the store, for the exclusive use of one row.</summary>
internal abstract class Database(DbDataSource source)
{
    /// <summary>The engine and the driver with their versions, and the settings on which the figures depend.</summary>
    public abstract string Description { get; }

    /// <summary>The prefix of the names of tables and views.</summary>
    public abstract string Prefix { get; }

    /// <summary>Creates a database with the schema. It is deleted when this process ends.</summary>
    /// <exception cref="Measuring.SkippedException">The server is not available.</exception>
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

    /// <summary>Opens the SQLite database in a file that other processes use before or after this one. Creates the file if it does not exist.</summary>
    public static Database CreateInFile(string file) => SqliteDatabase.OfFile(file).WithSchema();

    /// <summary>Creates a store on the database. By default, it deletes instances that have completed.</summary>
    public SqlInstanceStore NewStore(SqlInstanceStoreOptions? options = null) => new(source, options ?? new SqlInstanceStoreOptions());

    public DbConnection Open() => source.OpenConnection();

    public void Run(string text)
    {
        using DbConnection connection = Open();
        using DbCommand command = Command(connection, text);
        command.ExecuteNonQuery();
    }

    /// <summary>Returns the first column of the first row. A number is converted, because the engines differ in the type of a count.</summary>
    public T Read<T>(string text)
    {
        using DbConnection connection = Open();
        using DbCommand command = Command(connection, text);
        return (T)Convert.ChangeType(command.ExecuteScalar()!, typeof(T), CultureInfo.InvariantCulture);
    }

    /// <summary>Creates a command on a connection.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="text">The text, in which all table names begin with 'workflow.'.</param>
    public DbCommand Command(DbConnection connection, string text)
    {
        DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The texts come from the rows.
        command.CommandText = text.Replace("workflow.", Prefix, StringComparison.Ordinal);
#pragma warning restore CA2100
        command.CommandTimeout = 120;
        return command;
    }

    /// <summary>Returns an id in the type that the driver expects.</summary>
    public abstract object IdOf(Guid id);

    /// <summary>Returns a Boolean value as SQL text.</summary>
    public abstract string TextOf(bool value);

    /// <summary>A time as SQL text.</summary>
    public abstract string Now { get; }

    /// <summary>Returns the size of the tables and indexes of the store on disk, in bytes.</summary>
    public abstract long Size();

    private Database WithSchema()
    {
        NewStore().EnsureSchemaAsync(CancellationToken.None).GetAwaiter().GetResult();
        return this;
    }

    /// <summary>Makes each further call of a store fail. The views still exist, and refer to the renamed table.</summary>
    public void BreakSchema() => Run("ALTER TABLE workflow.instance RENAME TO removed");
}
