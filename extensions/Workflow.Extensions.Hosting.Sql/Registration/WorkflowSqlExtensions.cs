using System.Data.Common;
using System.Runtime.CompilerServices;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using Workflow.Extensions.Hosting;
using Workflow.Extensions.Hosting.Sql;
using Workflow.Persistence.Sql;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers a database store in <c>AddWorkflow</c>.</summary>
/// <remarks>
/// <para>Each method creates a <see cref="SqlInstanceStore"/>. The container owns it, and disposes of it after the host has stopped. Before the host starts,
/// the schema is created or upgraded. If the database cannot be reached, the application starts nevertheless, and the schema is tried again after each
/// <see cref="WorkflowHostOptions.RecoveryDelay"/>. The application references the driver of its database.</para>
/// <para>A text <c>Name=Workflow</c> stands for the value of <c>ConnectionStrings:Workflow</c>, or else of <c>Workflow</c>, in the configuration of the
/// container when the host starts. A missing or invalid connection string is a problem of the registration: the host does not start, and the
/// <see cref="WorkflowConfigurationException"/> names the key and never contains the connection string.</para>
/// <para>By default, ended instances are retained for one day, so that their results can be read, and are then deleted. The settings are the
/// <see cref="SqlInstanceStoreOptions"/> of the container, so
/// <c>services.Configure&lt;SqlInstanceStoreOptions&gt;(configuration.GetSection("Workflow:Store"))</c> reads them from the configuration. The last call
/// wins.</para>
/// </remarks>
public static class WorkflowSqlExtensions
{
    /// <summary>Stores instances in an SQLite file, using the driver Microsoft.Data.Sqlite.</summary>
    /// <param name="builder">The registration.</param>
    /// <param name="database">
    /// The name of the file, a connection string such as <c>Data Source=orders.db</c>, or <c>Name=</c> and the name of a connection string of the
    /// configuration.
    /// </param>
    /// <param name="configure">Changes the settings of the store; null for the defaults.</param>
    /// <param name="ensureSchema">True, the default, to create or upgrade the schema at each start.</param>
    /// <param name="expression">
    /// The expression that the application passes as the text, supplied by the compiler. The error message names the expression if the text is missing.
    /// </param>
    /// <returns>The registration.</returns>
    /// <exception cref="ArgumentNullException">The registration is null.</exception>
    public static WorkflowHostBuilder UseSqlite(
        this WorkflowHostBuilder builder,
        string? database,
        Action<SqlInstanceStoreOptions>? configure = null,
        bool ensureSchema = true,
        [CallerArgumentExpression(nameof(database))] string? expression = null) =>
        Use(builder, Driver.Sqlite, database, expression, configure, ensureSchema);

    /// <summary>Stores instances in a PostgreSQL database, using the driver Npgsql.</summary>
    /// <param name="builder">The registration.</param>
    /// <param name="connectionString">The connection string, or <c>Name=</c> and the name of a connection string of the configuration.</param>
    /// <param name="configure">Changes the settings of the store; null for the defaults.</param>
    /// <param name="ensureSchema">True, the default, to create or upgrade the schema at each start.</param>
    /// <param name="expression">
    /// The expression that the application passes as the text, supplied by the compiler. The error message names the expression if the text is missing.
    /// </param>
    /// <returns>The registration.</returns>
    /// <exception cref="ArgumentNullException">The registration is null.</exception>
    public static WorkflowHostBuilder UseNpgsql(
        this WorkflowHostBuilder builder,
        string? connectionString,
        Action<SqlInstanceStoreOptions>? configure = null,
        bool ensureSchema = true,
        [CallerArgumentExpression(nameof(connectionString))] string? expression = null) =>
        Use(builder, Driver.Npgsql, connectionString, expression, configure, ensureSchema);

    /// <summary>Stores instances in a SQL Server database, using the driver Microsoft.Data.SqlClient.</summary>
    /// <param name="builder">The registration.</param>
    /// <param name="connectionString">The connection string, or <c>Name=</c> and the name of a connection string of the configuration.</param>
    /// <param name="configure">Changes the settings of the store; null for the defaults.</param>
    /// <param name="ensureSchema">True, the default, to create or upgrade the schema at each start.</param>
    /// <param name="expression">
    /// The expression that the application passes as the text, supplied by the compiler. The error message names the expression if the text is missing.
    /// </param>
    /// <returns>The registration.</returns>
    /// <exception cref="ArgumentNullException">The registration is null.</exception>
    public static WorkflowHostBuilder UseSqlServer(
        this WorkflowHostBuilder builder,
        string? connectionString,
        Action<SqlInstanceStoreOptions>? configure = null,
        bool ensureSchema = true,
        [CallerArgumentExpression(nameof(connectionString))] string? expression = null) =>
        Use(builder, Driver.SqlServer, connectionString, expression, configure, ensureSchema);

    /// <summary>Stores instances in the database of a data source of the application. The type of its connections determines the kind of database.</summary>
    /// <param name="builder">The registration.</param>
    /// <param name="dataSource">Returns the data source. The application disposes of the data source.</param>
    /// <param name="configure">Changes the settings of the store; null for the defaults.</param>
    /// <param name="ensureSchema">True, the default, to create or upgrade the schema at each start.</param>
    /// <returns>The registration.</returns>
    /// <exception cref="ArgumentNullException">The registration or the function is null.</exception>
    public static WorkflowHostBuilder UseDataSource(
        this WorkflowHostBuilder builder,
        Func<IServiceProvider, DbDataSource> dataSource,
        Action<SqlInstanceStoreOptions>? configure = null,
        bool ensureSchema = true)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(dataSource);
        return Use(builder, new SqlRegistration(dataSource, IsSourceOwn: false, ensureSchema), configure);
    }

    private static WorkflowHostBuilder Use(
        WorkflowHostBuilder builder, Driver driver, string? text, string? expression, Action<SqlInstanceStoreOptions>? configure, bool ensureSchema)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return Use(
            builder,
            new SqlRegistration(
                services => driver.Open(ConnectionText.Of(text, expression, services.GetService<IConfiguration>())),
                IsSourceOwn: true,
                ensureSchema),
            configure);
    }

    private static WorkflowHostBuilder Use(WorkflowHostBuilder builder, SqlRegistration registration, Action<SqlInstanceStoreOptions>? configure)
    {
        IServiceCollection services = builder.Services;
        services.TryAddSingleton(registration);
        if (!services.Any(service => service.ImplementationType == typeof(StoreDefaults)))
        {
            // At index 0: options are configured in the order of registration, and the application may have registered its own settings before this call.
            services.Insert(0, ServiceDescriptor.Singleton<IConfigureOptions<SqlInstanceStoreOptions>, StoreDefaults>());
        }

        if (configure is not null)
        {
            services.Configure(configure);
        }

        services.TryAddSingleton(provider => new HostedStore(provider, provider.GetRequiredService<SqlRegistration>()));
        services.TryAddSingleton(provider => provider.GetRequiredService<HostedStore>().Store);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, StoreMaintenance>());
        return builder.UseStore(provider => provider.GetRequiredService<SqlInstanceStore>());
    }
}
