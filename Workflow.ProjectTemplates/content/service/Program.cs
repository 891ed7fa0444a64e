using Workflow.Extensions.Hosting;
using Workflow.Persistence.Sql;
using WorkflowService1;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);

// The file beside which instances wait. Ended instances stay, so that their outcomes can be read.
SqlInstanceStore store = new(builder.Configuration["database"] ?? "workflows.db", new SqlInstanceStoreOptions { CompletionAction = InstanceCompletionAction.DeleteNothing });
await store.EnsureSchemaAsync(CancellationToken.None);
builder.Services.AddSingleton(_ => store);
builder.Services.AddWorkflow(workflow => workflow
    .UseStore(services => services.GetRequiredService<SqlInstanceStore>())
    .AddDefinition<Approval>("approval", version: 1)
    .AddType<Decision>("decision"));
builder.Services.AddHealthChecks().AddWorkflow();

await using WebApplication application = builder.Build();
application.MapHealthChecks("/health");

// POST /approvals/4711 starts an approval; POST /approvals/4711/decision {"isApproved":true,"by":"Ada"} decides it; GET /approvals/<instance> shows it.
application.MapPost("/approvals/{id}", async (WorkflowClient client, string id) =>
    (await client.StartAsync("approval", new { Subject = id }, new() { Key = $"approval/{id}" })).InstanceId);
application.MapPost("/approvals/{id}/decision", async (WorkflowClient client, string id, Decision decision) =>
    (await client.ResumeAsync($"approval/{id}", "decide", decision)).InstanceId);
application.MapGet("/approvals/{instance:guid}", async (WorkflowClient client, Guid instance) =>
    await client.GetAsync(instance) is { } info ? Results.Ok(new { State = info.State.ToString(), info.Bookmarks }) : Results.NotFound());
await application.RunAsync();
