using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Workflow.Extensions.Hosting;
using Workflow.Persistence;

namespace OrderService.Tests;

/// <summary>The answers to requests that the workflow client refuses, with one line of registration.</summary>
public sealed class ProblemDetailsTests
{
    [Theory]
    [InlineData("Production", false)]
    [InlineData("Production", true)]
    [InlineData("Development", false)]
    [InlineData("Development", true)]
    public async Task Exceptions_OfTheClient_AreProblemDetails(string environment, bool usesHandler)
    {
        await using WebApplication application = await StartAsync(environment, usesHandler);
        using HttpClient client = new() { BaseAddress = new Uri(application.Urls.Single()) };
        client.DefaultRequestHeaders.Accept.ParseAdd("application/json");
        (int, string)[] expected =
        [
            (404, "WorkflowInstanceNotFound"), (404, "WorkflowDefinitionNotFound"), (400, "WorkflowInput"), (400, "WorkflowPayload"), (409, "WorkflowKeyInUse"), (503, "InstancePersistence"), (500, "none"),
        ];
        string[] paths = ["unknown", "no-definition", "bad-input", "bad-payload", "used-key", "store", "other"];
        foreach (((int status, string error), string path) in expected.Zip(paths))
        {
            using HttpResponseMessage answer = await client.GetAsync(new Uri(path, UriKind.Relative));
            Assert.Equal((HttpStatusCode)status, answer.StatusCode);
            if (status < 500 || path == "store")
            {
                Assert.Equal("application/problem+json", answer.Content.Headers.ContentType!.MediaType);
                JsonElement problem = await answer.Content.ReadFromJsonAsync<JsonElement>();
                Assert.Equal((status, error), (problem.GetProperty("status").GetInt32(), problem.GetProperty("error").GetString()));
                Assert.NotEmpty(problem.GetProperty("detail").GetString()!);
                Assert.DoesNotContain("secret", problem.ToString(), StringComparison.Ordinal);
            }
        }
    }

    /// <summary>The first program: the answer of the client as it is.</summary>
    [Fact]
    public async Task Instance_AsAnAnswer_IsJson()
    {
        await using WebApplication application = await StartAsync("Production", usesHandler: false);
        using HttpClient client = new() { BaseAddress = new Uri(application.Urls.Single()) };
        JsonElement started = await client.GetFromJsonAsync<JsonElement>("start");
        JsonElement info = await client.GetFromJsonAsync<JsonElement>($"get/{started.GetProperty("instanceId").GetGuid()}");
        Assert.Equal((started.GetProperty("instanceId").GetGuid(), "order"), (info.GetProperty("instanceId").GetGuid(), info.GetProperty("definitionName").GetString()));
    }

    private static async Task<WebApplication> StartAsync(string environment, bool usesHandler)
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = environment });
        builder.Logging.ClearProviders();
        builder.Services.AddWorkflow(workflow => workflow
            .UseStore(new InMemoryInstanceStore(TimeProvider.System))
            .AddDefinition<OrderWorkflow>("order")
            .AddType<Decision>("decision")
            .Configure(options => options.RunInstances = false));
        builder.Services.AddSingleton<Warehouse>();
        builder.Services.AddWorkflowProblemDetails();
        WebApplication application = builder.Build();
        application.Urls.Add("http://127.0.0.1:0");
        if (usesHandler)
        {
            application.UseExceptionHandler();
        }

        Order order = new("1", "Ada", 1m);
        application.MapGet("/start", (WorkflowClient client) => client.StartAsync("order", new { Order = order }));
        application.MapGet("/get/{id:guid}", async (WorkflowClient client, Guid id) => Results.Ok(await client.GetAsync(id)));
        application.MapGet("/unknown", (WorkflowClient client) => client.CancelAsync("nobody"));
        application.MapGet("/no-definition", (WorkflowClient client) => client.StartAsync("nothing"));
        application.MapGet("/bad-input", (WorkflowClient client) => client.StartAsync("order", new { Colour = "red" }));
        application.MapGet("/bad-payload", async (WorkflowClient client) =>
        {
            WorkflowReceipt receipt = await client.StartAsync("order", new { Order = order });
            await client.ResumeAsync(receipt.InstanceId, "decide", new Uri("http://localhost"));
        });
        application.MapGet("/used-key", async (WorkflowClient client) =>
        {
            await client.StartAsync("order", new { Order = order }, new() { Key = "same" });
            await client.StartAsync("order", new { Order = order }, new() { Key = "same" });
        });
        application.MapGet("/store", IResult () => throw new InstancePersistenceException("The database 'secret' cannot be reached."));
        application.MapGet("/other", IResult () => throw new InvalidOperationException("Another fault."));
        await application.StartAsync();
        return application;
    }
}
