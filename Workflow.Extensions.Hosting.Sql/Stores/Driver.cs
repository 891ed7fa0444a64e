using System.Data.Common;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>A driver that the application references, so that no application gets those of other databases.</summary>
/// <param name="Factory">The name of its factory.</param>
/// <param name="Package">The package.</param>
/// <param name="Advice">What to do if it is missing.</param>
internal sealed record Driver(string Factory, string Package, string Advice)
{
    public static readonly Driver Sqlite = new(
        "Microsoft.Data.Sqlite.SqliteFactory, Microsoft.Data.Sqlite", "Microsoft.Data.Sqlite", "reference the package 'Microsoft.Data.Sqlite'");

    public static readonly Driver Npgsql = new("Npgsql.NpgsqlFactory, Npgsql", "Npgsql", "reference the package 'Npgsql'");

    public static readonly Driver SqlServer = new(
        "Microsoft.Data.SqlClient.SqlClientFactory, Microsoft.Data.SqlClient", "Microsoft.Data.SqlClient", "reference the package 'Microsoft.Data.SqlClient', or do not remove it from the application");

    /// <summary>Opens no connection yet.</summary>
    /// <param name="text">The text of the application.</param>
    /// <exception cref="NotSupportedException">The application does not reference the driver.</exception>
    /// <exception cref="InvalidOperationException">The text is missing or wrong. The message does not repeat it, because it may have a password.</exception>
    public DbDataSource Open(ConnectionText text)
    {
        DbProviderFactory factory = Type.GetType(Factory, throwOnError: false)?.GetField("Instance")?.GetValue(null) as DbProviderFactory
            ?? throw new NotSupportedException($"The driver of the database is missing; {Advice}.");
        DbConnectionStringBuilder settings = text.Parse(factory.CreateConnectionStringBuilder()!, Package);
        if (this == Sqlite)
        {
            // The store keeps its connections; a pool would keep the file open after it.
            settings.TryAdd("Pooling", false);
        }

        try
        {
            return factory.CreateDataSource(settings.ConnectionString);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
#pragma warning disable MA0054 // The exception of a driver can repeat the text, with its password.
            throw new InvalidOperationException($"{text.Name} is not accepted by the driver '{Package}'{Reason(exception, settings)}; correct it. It is not repeated here, because it may have a password.");
#pragma warning restore MA0054
        }
    }

    /// <summary>What the driver says, if it repeats nothing of the text.</summary>
    private static string Reason(Exception exception, DbConnectionStringBuilder settings) =>
        settings.Values.Cast<object?>().Any(value => value?.ToString() is { Length: > 0 } part && exception.Message.Contains(part, StringComparison.OrdinalIgnoreCase))
            ? string.Empty
            : $": {exception.Message.TrimEnd('.')}";
}
