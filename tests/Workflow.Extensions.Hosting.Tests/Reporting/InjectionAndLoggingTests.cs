using System.Diagnostics;
using System.Diagnostics.Metrics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Reporting;

public sealed class InjectionAndLoggingTests
{
    [Fact]
    public async Task Scope_OfALoadedInstance_IsDisposedWhenItIsUnloaded()
    {
        List<Scoped> scopes = [];
        Sequence twice = new()
        {
            Activities =
            {
                new Do(context => scopes.Add(context.GetRequiredService<Scoped>())),
                new Do(context => scopes.Add(context.GetRequiredService<Scoped>())),
                new WaitFor(),
                new Do(context => scopes.Add(context.GetRequiredService<Scoped>())),
            },
        };
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("twice", 1, twice).Configure(options => options.TimeToUnload = TimeSpan.Zero),
            services: services => services.AddScoped<Scoped>());
        Guid id = await run.StartInstanceAsync("twice");
        await run.UntilAsync(id, info => info.Bookmarks.Count == 1 && info.OwnerName is null);
        await Eventually.TrueAsync(() => scopes[0].IsDisposed);
        Assert.Same(scopes[0], scopes[1]);
        await run.Client.ResumeAsync(id, "go");
        await run.EndOfAsync(id);
        Assert.NotSame(scopes[0], scopes[2]);
        await Eventually.TrueAsync(() => scopes[2].IsDisposed);
    }

    [Fact]
    public async Task GetRequiredService_UnknownService_ThrowsWithAdvice()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition(
            "miss", 1, new Do(context => context.GetRequiredService<Scoped>()), WorkflowFailurePolicy.Terminate));
        WorkflowResult result = await run.EndOfAsync(await run.StartInstanceAsync("miss"));
        Assert.Contains("AddScoped<Scoped>()", result.FailureText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task GetRequiredService_WithoutThisHost_ThrowsWithAdvice()
    {
        WorkflowApplication application = new(new Do(context => context.GetRequiredService<Scoped>()));
        application.Run();
        WorkflowCompletion completion = await application.Completion.WaitAsync(HangGuard.Limit);
        Assert.Contains("register its definition with AddWorkflow", completion.TerminationException!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void GetRequiredService_InATest_UsesServicesInTheExtensions()
    {
        using ServiceProvider services = new ServiceCollection().AddSingleton<Journal>().BuildServiceProvider();
        WorkflowTest.Run(
            new Note { Text = "noted" }, options: new TestHostOptions { AddExtensions = (extensions, _) => extensions.Add(services) })
            .EnsureClosed();
        Assert.Equal(["noted"], services.GetRequiredService<Journal>().Entries);
        WorkflowTestResult missing = WorkflowTest.Run(
            new Do(context => context.GetRequiredService<Scoped>()),
            options: new TestHostOptions { AddExtensions = (extensions, _) => extensions.Add(services) });
        Assert.Contains("AddScoped<Scoped>()", missing.Exception!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Extensions_OfTheContainer_AreFoundByActivities()
    {
        string? found = null;
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow
                .AddDefinition("use", 1, new Do(context => found = context.GetExtension<Scoped>()?.ToString()))
                .AddExtensions((services, extensions) => extensions.Add(services.GetRequiredService<Scoped>())),
            services: services => services.AddScoped<Scoped>());
        await run.EndOfAsync(await run.StartInstanceAsync("use"));
        Assert.Equal("scoped", found);
    }

    [Fact]
    public async Task Logger_OfAnActivity_WritesInTheScopeOfTheInstance()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition(
            "log",
            3,
            new Sequence { Activities = { new Do(context => Write(context, "before")), new WaitFor(), new Do(context => Write(context, "after")) } })
            .Configure(options => options.TimeToUnload = TimeSpan.Zero));
        Guid id = await run.StartInstanceAsync("log", null, new() { Key = "order/7" });
        await run.UntilAsync(id, info => info.Bookmarks.Count == 1 && info.OwnerName is null);
        await run.Client.ResumeAsync(id, "go");
        await run.EndOfAsync(id);
        LogLine[] lines = [.. run.Log.Lines.Where(line => line.Category == typeof(Journal).FullName)];
        Assert.Equal(["before", "after"], lines.Select(line => line.Text));
        Assert.All(lines, line => Assert.Equal($"workflow instance {id} (order/7) of log 3", line.Scope));

        static void Write(CodeActivityContext context, string text)
        {
#pragma warning disable CA1848, CA2254 // The test logs fixed texts.
            context.GetRequiredService<ILogger<Journal>>().LogInformation(text);
#pragma warning restore CA1848, CA2254
        }
    }

    [Fact]
    public async Task Records_OfAnInstance_AreLoggedWithTheIdsOfTheEvents()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition(
            "log", 1, new Do(_ => throw new InvalidOperationException("It fails.")), WorkflowFailurePolicy.Terminate));
        await run.EndOfAsync(await run.StartInstanceAsync("log"));
        LogLine[] lines = [.. run.Log.Lines.Where(line => line.Category == "Workflow.Instances")];
        Assert.Contains(lines, line => line is { Id: 100, Level: LogLevel.Information, Text: "The workflow instance is Started." });
        Assert.Contains(lines, line => line is { Id: 101, Level: LogLevel.Error, Exception.Message: "It fails." });
        Assert.Contains(lines, line => line is { Id: 113, Level: LogLevel.Error });
        Assert.Contains(lines, line => line is { Id: 103, Level: LogLevel.Debug });
    }

    [Fact]
    public async Task Start_ThatIsRefusedOrRepeated_IsNoWarning()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        WorkflowStartOptions options = new() { Key = "order/1", RequestId = "request" };
        await run.Client.StartAsync("wait", null, options);
        Assert.True((await run.Client.StartAsync("wait", null, options)).IsRepeated);
        await Assert.ThrowsAsync<WorkflowKeyInUseException>(() => run.Client.StartAsync("wait", null, new() { Key = "order/1" }));

        // The log gets the record of an abort some time after the request.
        await Eventually.TrueAsync(() => run.Log.Lines.Count(
            line => line is { Id: 102, Level: LogLevel.Debug, Text: "The workflow instance is Aborted: The instance was not started." }) == 2);
        Assert.DoesNotContain(run.Log.Lines, line => line.Level >= LogLevel.Warning);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task StopAsync_LogsTheNumberOfLoadedInstances(int count)
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.TimeToUnload = Timeout.InfiniteTimeSpan));
        for (int i = 0; i < count; i++)
        {
            await run.UntilWaitsAsync(await run.StartInstanceAsync("wait"), "go");
        }

        await run.StopAsync();
        LogLine stop = Assert.Single(run.Log.Lines, line => line.Id == 9);
        Assert.Equal((LogLevel.Information, $"The host stops; number of loaded instances: {count}."), (stop.Level, stop.Text));
    }

    [Fact]
    public async Task Metrics_OfTheHost_HaveTheDefinition()
    {
        Dictionary<string, long> sums = [];
        using MeterListener listener = new() { InstrumentPublished = (instrument, own) => Enable(instrument, own) };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
        {
            if (tags[0].Value is "metered 5")
            {
                lock (sums)
                {
                    sums[instrument.Name] = sums.GetValueOrDefault(instrument.Name) + value;
                }
            }
        });
        listener.Start();
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<WaitFor>("metered", 5));
        Guid id = await run.StartInstanceAsync("metered");
        await run.Client.ResumeAsync(id, "go");
        await run.EndOfAsync(id);
        await Eventually.TrueAsync(() => run.Service.Loaded.Count == 0);
        Assert.Equal((0, 1), (sums["workflow.host.instances_loaded"], sums["workflow.host.messages_received"]));

        static void Enable(Instrument instrument, MeterListener own)
        {
            if (instrument.Name.StartsWith("workflow.host.", StringComparison.Ordinal))
            {
                own.EnableMeasurementEvents(instrument);
            }
        }
    }

    [Fact]
    public async Task Spans_OfTheSender_ContinueInTheInstance()
    {
        System.Collections.Concurrent.ConcurrentQueue<System.Diagnostics.Activity> spans = new();
        using ActivitySource sender = new("sender");
        using ActivityListener listener = new()
        {
            ShouldListenTo = source => source.Name is "Workflow" or "sender",
            Sample = (ref ActivityCreationOptions<System.Diagnostics.ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = spans.Enqueue,
        };
        ActivitySource.AddActivityListener(listener);
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        Guid id = await run.StartInstanceAsync("wait");
        await run.UntilWaitsAsync(id, "go");
        ActivityTraceId trace;
        using (System.Diagnostics.Activity span = sender.StartActivity("send")!)
        {
            trace = span.TraceId;
            await run.Client.ResumeAsync(id, "go");
        }

        await run.EndOfAsync(id);
        await Eventually.TrueAsync(
            () => spans.Any(span => span.OperationName == "workflow.episode" && span.TraceId == trace),
            string.Join(", ", spans.Select(span => $"{span.OperationName} {span.TraceId}")));
    }

    private sealed class Scoped : IDisposable
    {
        public bool IsDisposed { get; private set; }

        public void Dispose() => IsDisposed = true;

        public override string ToString() => "scoped";
    }
}
