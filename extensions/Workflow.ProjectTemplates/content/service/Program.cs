using Workflow.Extensions.Hosting;
using Workflow.Persistence.Sql;
using WorkflowService1;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);

// The connection string 'Workflow' names the file in which instances wait. Ended instances stay for a day, so that their results can be read.
builder.Services.AddWorkflow(workflow => workflow
    .UseSqlite("Name=Workflow")
    .AddDefinition<Approval>("approval", version: 1)
    .AddType<Decision>("decision"));
builder.Services.Configure<WorkflowHostOptions>(builder.Configuration.GetSection("Workflow"));
builder.Services.Configure<SqlInstanceStoreOptions>(builder.Configuration.GetSection("Workflow:Store"));
builder.Services.AddWorkflowProblemDetails();
builder.Services.AddHealthChecks().AddWorkflowCheck();

await using WebApplication application = builder.Build();
application.MapHealthChecks("/health");

// POST /approvals/4711 starts an approval; POST /approvals/4711/decision {"isApproved":true,"by":"Ada"} decides it; GET /approvals/<instance> shows it.
application.MapPost("/approvals/{id}", async (WorkflowClient client, string id) =>
    (await client.StartAsync("approval", new { Subject = id }, new() { Key = $"approval/{id}" })).InstanceId);
application.MapPost("/approvals/{id}/decision", async (WorkflowClient client, string id, Decision decision) =>
    (await client.ResumeAsync($"approval/{id}", "decide", decision)).InstanceId);
application.MapGet("/approvals/{instance:guid}", async (WorkflowClient client, Guid instance) =>
    await client.GetAsync(instance) is { } info ? Results.Ok(info) : Results.NotFound());
await application.RunAsync();
