using System.Data.Common;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>A database driver that the application references. It is resolved by name, so that no application gets the drivers of other databases.</summary>
/// <param name="Factory">The assembly-qualified name of the provider factory.</param>
/// <param name="Package">The name of the package.</param>
/// <param name="Advice">The advice for the error message if the driver is missing.</param>
internal sealed record Driver(string Factory, string Package, string Advice)
{
    public static readonly Driver Sqlite = new(
        "Microsoft.Data.Sqlite.SqliteFactory, Microsoft.Data.Sqlite", "Microsoft.Data.Sqlite", "reference the package 'Microsoft.Data.Sqlite'");

    public static readonly Driver Npgsql = new("Npgsql.NpgsqlFactory, Npgsql", "Npgsql", "reference the package 'Npgsql'");

    public static readonly Driver SqlServer = new(
        "Microsoft.Data.SqlClient.SqlClientFactory, Microsoft.Data.SqlClient",
        "Microsoft.Data.SqlClient",
        "reference the package 'Microsoft.Data.SqlClient', or do not remove it from the application");

    /// <summary>Creates the data source. Opens no connection yet.</summary>
    /// <param name="text">The text of the application.</param>
    /// <exception cref="NotSupportedException">The application does not reference the driver.</exception>
    /// <exception cref="InvalidOperationException">
    /// The text is missing or invalid. The message does not repeat the text, because it may contain a password.
    /// </exception>
    public DbDataSource Open(ConnectionText text)
    {
        DbProviderFactory factory = Type.GetType(Factory, throwOnError: false)?.GetField("Instance")?.GetValue(null) as DbProviderFactory
            ?? throw new NotSupportedException($"The driver of the database is missing; {Advice}.");
        DbConnectionStringBuilder settings = text.Parse(factory.CreateConnectionStringBuilder()!, Package);
        if (this == Sqlite)
        {
            // The store keeps its connections open itself. A pool would keep the file open after the store is disposed.
            settings.TryAdd("Pooling", false);
        }

        try
        {
            return factory.CreateDataSource(settings.ConnectionString);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
#pragma warning disable MA0054 // The driver exception may repeat the text, including the password.
            throw new InvalidOperationException(
                $"{text.Name} is not accepted by the driver '{Package}'{Reason(exception, settings)}; correct it. It is not repeated here, because it may have a password.");
#pragma warning restore MA0054
        }
    }

    /// <summary>Returns the message of the driver as a clause, or an empty text if the message repeats any value of the connection string.</summary>
    private static string Reason(Exception exception, DbConnectionStringBuilder settings) =>
        settings.Values.Cast<object?>().Any(
            value => value?.ToString() is { Length: > 0 } part && exception.Message.Contains(part, StringComparison.OrdinalIgnoreCase))
            ? string.Empty
            : $": {exception.Message.TrimEnd('.')}";
}
