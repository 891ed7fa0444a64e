using Workflow.Extensions.Hosting;

namespace OrderService;

/// <summary>Builds the web application.</summary>
internal static class OrderApplication
{
    /// <summary>Creates the application. The SQLite file of the connection string 'Orders' is created at the first start.</summary>
    public static WebApplication Create(string[] args)
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
        builder.Services.AddWorkflow(workflow => workflow
            .UseSqlite("Name=Orders")
            .AddDefinition<OrderWorkflow>("order", version: 1)
            .AddType<Decision>("decision"));

        // The settings come from the section 'Workflow' in appsettings.json, in environment variables, or on the command line.
        builder.Services.Configure<WorkflowHostOptions>(builder.Configuration.GetSection("Workflow"));
        builder.Services.AddWorkflowProblemDetails();
        builder.Services.AddSingleton<Warehouse>();
        builder.Services.AddHealthChecks().AddWorkflowCheck();
        builder.Services.AddOpenApi();

        WebApplication application = builder.Build();
        application.MapOpenApi();
        application.MapHealthChecks("/health");
        OrderEndpoints.Map(application);
        return application;
    }
}
