using System.Collections.Concurrent;
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

/// <summary>Tests of the HTTP responses to exceptions of the workflow client, as AddWorkflowProblemDetails registers them.</summary>
public sealed class ProblemDetailsTests
{
    private readonly LogEntries _log = new();

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
        (string Path, int Status, string? Error)[] expected =
        [
            ("unknown", 404, "WorkflowInstanceNotFound"),
            ("no-definition", 404, "WorkflowDefinitionNotFound"),
            ("bad-input", 400, "WorkflowInput"),
            ("bad-payload", 400, "WorkflowPayload"),
            ("used-key", 409, "WorkflowKeyInUse"),
            ("full", 429, "WorkflowInboxFull"),
            ("store", 503, "InstancePersistence"),
            ("unsavable", 500, null),
            ("other", 500, null),
        ];
        foreach ((string path, int status, string? error) in expected)
        {
            await AssertAsync(client, path, status, error);
        }

        // The message of the store can contain secrets: only the log of the server has it.
        Assert.Contains("secret", Assert.Single(_log.Entries, entry => entry.Id == 23).Exception!.Message, StringComparison.Ordinal);
        Assert.Equal(6, _log.Entries.Count(entry => entry.Id == 22));
    }

    [Fact]
    public async Task Exceptions_OfInstancesThatHaveEnded_AreConflicts()
    {
        await using WebApplication application = await StartAsync("Production", usesHandler: false, runsInstances: true);
        using HttpClient client = new() { BaseAddress = new Uri(application.Urls.Single()) };
        await AssertAsync(client, "failed", 409, "WorkflowFailed");
        await AssertAsync(client, "ended", 409, "WorkflowInstanceEnded");
    }

    private static async Task AssertAsync(HttpClient client, string path, int status, string? error)
    {
        using HttpResponseMessage answer = await client.GetAsync(new Uri(path, UriKind.Relative));
        Assert.Equal((path, (HttpStatusCode)status), (path, answer.StatusCode));
        if (error is not null)
        {
            Assert.Equal("application/problem+json", answer.Content.Headers.ContentType!.MediaType);
            JsonElement problem = await answer.Content.ReadFromJsonAsync<JsonElement>();
            Assert.Equal((status, error), (problem.GetProperty("status").GetInt32(), problem.GetProperty("error").GetString()));
            Assert.NotEmpty(problem.GetProperty("detail").GetString()!);
            Assert.DoesNotContain("secret", problem.ToString(), StringComparison.Ordinal);
        }
    }

    /// <summary>An endpoint can return the objects of the client without conversion.</summary>
    [Fact]
    public async Task Instance_AsAnAnswer_IsJson()
    {
        await using WebApplication application = await StartAsync("Production", usesHandler: false);
        using HttpClient client = new() { BaseAddress = new Uri(application.Urls.Single()) };
        JsonElement started = await client.GetFromJsonAsync<JsonElement>("start");
        JsonElement info = await client.GetFromJsonAsync<JsonElement>($"get/{started.GetProperty("instanceId").GetGuid()}");
        string description = await client.GetStringAsync("openapi/v1.json");
        Assert.Contains("definitionName", description, StringComparison.Ordinal);
        Assert.Equal(
            (started.GetProperty("instanceId").GetGuid(), "order"),
            (info.GetProperty("instanceId").GetGuid(), info.GetProperty("definitionName").GetString()));
    }

    private async Task<WebApplication> StartAsync(string environment, bool usesHandler, bool runsInstances = false)
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = environment });
        builder.Logging.ClearProviders().AddProvider(_log);
        builder.Services.AddWorkflow(workflow => workflow
            .UseStore(
                new InMemoryInstanceStore(
                    new InMemoryInstanceStoreOptions { CompletionAction = InstanceCompletionAction.DeleteNothing, MaxWaitingMessages = 1 }))
            .AddDefinition<OrderWorkflow>("order")
            .AddType<Decision>("decision")
            .Configure(options => options.RunInstances = runsInstances));
        builder.Services.AddSingleton<Warehouse>();
        builder.Services.AddOpenApi();
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
        application.MapGet("/typed/{id:guid}", async (WorkflowClient client, Guid id) => TypedResults.Ok(await client.GetAsync(id)));
        application.MapOpenApi();
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
        application.MapGet("/full", async (WorkflowClient client) =>
        {
            WorkflowReceipt receipt = await client.StartAsync("order", new { Order = order });
            await client.ResumeAsync(receipt.InstanceId, "decide", new Decision(true, "Ada", null));
            await client.ResumeAsync(receipt.InstanceId, "decide", new Decision(true, "Ada", null));
        });
        application.MapGet("/failed", async (WorkflowClient client) =>
        {
            WorkflowReceipt receipt = await client.StartAsync("order", new { Order = order }, new() { RequestId = "failed" });
            await client.CancelAsync(receipt.InstanceId);
            return await client.WaitForCompletionAsync<string>(receipt.InstanceId);
        });
        application.MapGet("/ended", async (WorkflowClient client) =>
            await client.ResumeAsync(
                (await client.StartAsync("order", new { Order = order }, new() { RequestId = "failed" })).InstanceId,
                "decide",
                new Decision(true, "Ada", null)));
        application.MapGet("/unsavable", IResult () => throw new SnapshotException("A variable with a secret cannot be saved."));
        application.MapGet("/other", IResult () => throw new InvalidOperationException("Another fault."));
        await application.StartAsync();
        return application;
    }

    private sealed class LogEntries : ILoggerProvider, ILogger
    {
        private readonly ConcurrentQueue<(int Id, Exception? Exception)> _entries = [];

        public IReadOnlyCollection<(int Id, Exception? Exception)> Entries => [.. _entries];

        public ILogger CreateLogger(string categoryName) =>
            categoryName == "Workflow.Host" ? this : Microsoft.Extensions.Logging.Abstractions.NullLogger.Instance;

        public void Dispose()
        {
        }

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            _entries.Enqueue((eventId.Id, exception));
    }
}
