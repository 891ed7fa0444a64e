using Workflow.Extensions.Hosting;
using Workflow.Persistence;
using Workflow.Persistence.Sql;

namespace OrderService;

/// <summary>Puts the web application together.</summary>
internal static class OrderApplication
{
    /// <summary>Makes the application and, if it is not there, its database: the file that the option 'database' names, by default 'orders.db' in the current folder.</summary>
    public static async Task<WebApplication> CreateAsync(string[] args)
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder(args);

        // Ended instances stay, so that their outcomes can be read.
        SqlInstanceStore store = new(builder.Configuration["database"] ?? "orders.db", new SqlInstanceStoreOptions { CompletionAction = InstanceCompletionAction.DeleteNothing });
        await store.EnsureSchemaAsync(CancellationToken.None);
        builder.Services.AddSingleton(_ => store);
        builder.Services.AddWorkflow(workflow => workflow
            .UseStore(services => services.GetRequiredService<SqlInstanceStore>())
            .AddDefinition<OrderWorkflow>("order", version: 1)
            .AddType<Decision>("decision")

            // A waiting order leaves the memory at once, so that each process on the database can continue it.
            .Configure(options => options.TimeToUnload = TimeSpan.Zero));
        builder.Services.AddSingleton<Warehouse>();
        builder.Services.AddHealthChecks().AddWorkflow();
        builder.Services.AddProblemDetails();
        builder.Services.AddOpenApi();

        WebApplication application = builder.Build();
        application.MapOpenApi();
        application.MapHealthChecks("/health");
        OrderEndpoints.Map(application);
        return application;
    }
}
