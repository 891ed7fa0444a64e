using System.Globalization;
using System.Text.Json;
using System.Xml.Linq;
using Microsoft.Extensions.DependencyInjection;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>Tests of the results of ended instances, as objects and as JSON.</summary>
public sealed class ResultTests : IDisposable
{
    private readonly CultureInfo _culture = CultureInfo.CurrentCulture;
    private readonly VirtualTimeProvider _time = new();

    public void Dispose() => CultureInfo.CurrentCulture = _culture;

    [Fact]
    public async Task GetAsync_OfAWaitingInstance_IsJson()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait", 3), time: _time);
        Guid id = await run.StartInstanceAsync("wait", options: new WorkflowStartOptions { Key = "order/1" });
        WorkflowInstanceInfo info = await run.UntilWaitsAsync(id, "go");
        JsonElement json = JsonSerializer.SerializeToElement(info, JsonSerializerOptions.Web);
        Assert.Equal(
            (id, "order/1", "wait", 3),
            (json.GetProperty("instanceId").GetGuid(), json.GetProperty("key").GetString(),
                json.GetProperty("definitionName").GetString(), json.GetProperty("version").GetInt32()));
        Assert.Equal(("Waiting", "go"), (json.GetProperty("state").GetString(), Assert.Single(json.GetProperty("bookmarks").EnumerateArray()).GetString()));
        Assert.Empty(json.GetProperty("outputs").EnumerateObject());
        Assert.Empty(json.GetProperty("values").EnumerateObject());
        Assert.Contains(
            "has no outputs before its end", Assert.Throws<InvalidOperationException>(() => info.GetOutput<string>()).Message, StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => JsonSerializer.Deserialize<WorkflowInstanceInfo>(json, JsonSerializerOptions.Web));
    }

    [Fact]
    public async Task GetAsync_OfAnEndedInstance_HasItsOutputsTypedAndAsJson()
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("all", 1, new Outputs()).AddType<Decision>("decision")
                .AddExtensions((_, extensions) => extensions.Add(new Mapped())),
            time: _time);
        Guid id = await run.StartInstanceAsync("all");
        await run.EndOfAsync(id);
        WorkflowInstanceInfo info = (await run.Client.GetAsync(id))!;
        Assert.Equal(new Decision(true, "Ada"), info.GetOutput<Decision>());
        Assert.Equal(7, info.GetOutput<int>("Count"));
        JsonElement json = JsonSerializer.SerializeToElement(info, JsonSerializerOptions.Web);
        JsonElement outputs = json.GetProperty("outputs");
        Assert.Equal((7, "NaN"), (outputs.GetProperty("Count").GetInt32(), outputs.GetProperty("Rate").GetString()));
        Assert.Equal("Ada", outputs.GetProperty("Result").GetProperty("by").GetString());
        Assert.Equal("Completed", json.GetProperty("state").GetString());
        Assert.Equal("120", Assert.Single(json.GetProperty("values").EnumerateObject(), property => property.NameEquals("{urn:shop}Total")).Value.ToString());
        WorkflowResult result = await run.Client.WaitForCompletionAsync(id);
        Assert.Equal(new Decision(true, "Ada"), result.GetOutput<Decision>());
        JsonElement same = JsonSerializer.SerializeToElement(result, JsonSerializerOptions.Web);
        Assert.Equal(("Completed", 7), (same.GetProperty("state").GetString(), same.GetProperty("outputs").GetProperty("Count").GetInt32()));
    }

    /// <summary>An output has the same JSON in every culture, from an object in memory and from the store.</summary>
    [Theory]
    [InlineData("en-US")]
    [InlineData("de-DE")]
    [InlineData("fa-IR")]
    public async Task Json_OfAllKindsOfValues_IsEqualFromMemoryAndStore(string culture)
    {
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        List<JsonElement> written = [];
        foreach (InstanceStore store in (InstanceStore[])[new InMemoryInstanceStore(_time), HostRun.NewStore(_time)])
        {
            await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition("kinds", 1, new Kinds()), store, _time);
            Guid id = await run.StartInstanceAsync("kinds");
            await Eventually.TrueAsync(async () => await run.Client.GetAsync(id) is null or { State: WorkflowInstanceState.Completed }, () => $"{run.Log}");
            WorkflowResult result = await run.EndOfAsync(id);
            Assert.Equal((DayOfWeek.Friday, "b"), (result.GetOutput<DayOfWeek>("Day"), result.GetOutput<Line>("Nested").Parts[0].Name));
            written.Add(JsonSerializer.SerializeToElement(result, JsonSerializerOptions.Web).GetProperty("outputs"));
        }

        const string Expected = """
            {"Date":"2026-05-09","Time":"2026-05-09T08:07:06+02:00","Span":"00:01:30.5000000","Money":1234.5,"Number":9223372036854775807,"Letter":"x","Bytes":"AQI=","Address":"http://localhost/a?b",
            "Infinite":"Infinity","None":null,"Day":5,"Nested":{"name":"a","parts":[{"name":"b","parts":[],"day":1}],"day":null},"Counts":{"A b":1},"List":[1.5]}
            """;
        Assert.All(written, json => Assert.Equal(Expected.ReplaceLineEndings(string.Empty), json.ToString()));
    }

    /// <summary>A value declared as object is read from the store as data without its type.</summary>
    [Fact]
    public async Task Json_OfAnOutputOfAnyType_IsWhatTheStoreHas()
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("any", 1, new Given(new Dictionary<string, object?> { ["any"] = new Line("a", [], null) })), time: _time);
        Guid id = await run.StartInstanceAsync("any");
        await run.UntilAsync(id, info => info.State == WorkflowInstanceState.Completed);
        JsonElement any = JsonSerializer.SerializeToElement(await run.Client.GetAsync(id), JsonSerializerOptions.Web).GetProperty("outputs").GetProperty("any");
        Assert.Equal("a", any.GetProperty("Name").GetString());
    }

    /// <summary>
    /// A value that cannot be written as JSON becomes an error text instead of an exception. The outputs are the objects in memory,
    /// because the instance ended in this process.
    /// </summary>
    [Fact]
    public async Task Json_OfOutputsThatCannotBeWritten_HasTheReason()
    {
        Node cycle = new();
        cycle.Next = cycle;
        Node deep = new();
        for (int i = 0; i < 500; i++)
        {
            deep = new Node { Next = deep };
        }

        Dictionary<string, object?> values = new()
        {
            ["odd"] = new Odd(),
            ["cycle"] = cycle,
            ["deep"] = deep,
            ["names"] = new Dictionary<XName, int> { [XName.Get("Total", "urn:shop")] = 1 },
            ["method"] = (Action)(() => { }),
            ["good"] = 1,
        };
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("odd", 1, new Given(values)), new InMemoryInstanceStore(_time), _time);
        Guid id = await run.StartInstanceAsync("odd");
        WorkflowResult result = await run.EndOfAsync(id);
        Assert.IsType<Odd>(result.Outputs["odd"]);
        Assert.Same(cycle, result.GetOutput<Node>("cycle"));
        JsonElement outputs = JsonSerializer.SerializeToElement(result, JsonSerializerOptions.Web).GetProperty("outputs");
        Assert.Equal(1, outputs.GetProperty("good").GetInt32());
        foreach (string name in values.Keys.Except(["good"]))
        {
            string error = outputs.GetProperty(name).GetProperty("$error").GetString()!;
            Assert.StartsWith($"The value of the type '{values[name]!.GetType()}' cannot be written as JSON: ", error, StringComparison.Ordinal);
            Assert.DoesNotContain("secret", error, StringComparison.Ordinal);
        }

    }

    /// <summary>JSON omits exceptions, because callers of a web service must not see them.</summary>
    [Fact]
    public async Task Json_OfAFaultedInstance_HasItsStateAndNoException()
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("fails", 1, new Fails(), WorkflowFailurePolicy.Terminate), time: _time);
        Guid id = await run.StartInstanceAsync("fails");
        WorkflowResult result = await run.EndOfAsync(id);
        WorkflowInstanceInfo info = (await run.Client.GetAsync(id))!;
        Assert.Contains("secret", result.FailureText, StringComparison.Ordinal);
        Assert.Contains("secret", info.FailureText, StringComparison.Ordinal);
        Assert.Throws<WorkflowFailedException>(() => info.GetOutput<string>());
        foreach (string json in (string[])[
            JsonSerializer.Serialize(result, JsonSerializerOptions.Web), JsonSerializer.Serialize(info, JsonSerializerOptions.Web)])
        {
            Assert.Contains("\"Faulted\"", json, StringComparison.Ordinal);
            Assert.DoesNotContain("secret", json, StringComparison.Ordinal);
        }
    }

    /// <summary>The store deletes an ended instance shortly before the host records the end.</summary>
    [Fact]
    public async Task WaitForCompletionAsync_BetweenTheDeletionAndTheEnd_Waits()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait", 1), new InMemoryInstanceStore(_time), _time);
        Guid id = await run.StartInstanceAsync("wait");
        await run.UntilWaitsAsync(id, "go");
        HostConfiguration configuration = run.Services.GetRequiredService<HostConfiguration>();
        MessageContent content = run.Services.GetRequiredService<MessageContent>();
        CompletionWait wait = new(
            configuration,
            run.Services.GetRequiredService<Completions>(),
            run.Service.Delivery,
            new InstanceQueries(configuration.Definitions, content),
            content);
        Task<WorkflowResult> end = wait.RunAsync(new InMemoryInstanceStore(_time), id, CancellationToken.None);
        Assert.False(end.IsCompleted);
        await run.Client.ResumeAsync(id, "go", "done");
        Assert.Equal("done", (await end.WaitAsync(HangGuard.Limit)).GetOutput<string>());
    }

    /// <summary>A program that asks for the result after the end still gets it, although stores delete ended instances by default.</summary>
    [Fact]
    public async Task WaitForCompletionAsync_AfterTheEnd_GetsTheResultForATime()
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("all", 1, new Outputs()).AddType<Decision>("decision"), new InMemoryInstanceStore(_time), _time);
        Guid id = await run.StartInstanceAsync("all");
        await Eventually.TrueAsync(async () => await run.Client.GetAsync(id) is null, () => string.Empty);
        Assert.Equal(7, (await run.EndOfAsync(id)).GetOutput<int>("Count"));
        Assert.Equal(new Decision(true, "Ada"), await run.Client.WaitForCompletionAsync<Decision>(id));
        _time.Advance(TimeSpan.FromMinutes(4));
        Assert.Equal(WorkflowInstanceState.Completed, (await run.EndOfAsync(id)).State);
        _time.Advance(TimeSpan.FromMinutes(2));
        WorkflowInstanceNotFoundException unknown = await Assert.ThrowsAsync<WorkflowInstanceNotFoundException>(() => run.EndOfAsync(id));
        Assert.Equal(id, unknown.Reference.InstanceId);
    }

    [Fact]
    public async Task WaitForCompletionAsync_WithoutRetention_AsksOnlyTheStore()
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("all", 1, new Outputs()).Configure(options => options.ResultRetention = TimeSpan.Zero),
            new InMemoryInstanceStore(_time),
            _time);
        Guid id = await run.StartInstanceAsync("all");
        await Eventually.TrueAsync(async () => await run.Client.GetAsync(id) is null, () => string.Empty);
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is null);
        await Assert.ThrowsAsync<WorkflowInstanceNotFoundException>(() => run.EndOfAsync(id));
    }

    [Fact]
    public void RecentResults_AreBoundedByNumberAndTime()
    {
        using RecentResults results = new(TimeSpan.FromMinutes(5), _time);
        Guid[] ids = [.. Enumerable.Range(0, 1001).Select(_ => Guid.NewGuid())];
        Array.ForEach(ids, id => results.Add(id, null!));
        results.Add(ids[5], null!);
        Assert.Equal(1, _time.PendingTimers);
        Assert.Equal(1000, results.Count);
        _time.Advance(TimeSpan.FromMinutes(5));
        Assert.Equal((0, 0), (results.Count, _time.PendingTimers));
    }

    private sealed class Outputs : CodeActivity<Decision>
    {
        public OutArgument<int> Count { get; set; } = null!;

        public OutArgument<double> Rate { get; set; } = null!;

        protected override Decision Execute(CodeActivityContext context)
        {
            Count.Set(context, 7);
            Rate.Set(context, double.NaN);
            return new Decision(true, "Ada");
        }
    }

    /// <summary>An activity whose outputs come from the test and are declared as object.</summary>
    private sealed class Given(IReadOnlyDictionary<string, object?> values) : CodeActivity
    {
        private readonly List<(OutArgument<object> Argument, object? Value)> _outputs = [];

        protected override void CacheMetadata(CodeActivityMetadata metadata)
        {
            _outputs.Clear();
            foreach ((string name, object? value) in values)
            {
                RuntimeArgument argument = new(name, typeof(object), ArgumentDirection.Out);
                OutArgument<object> output = new();
                metadata.Bind(output, argument);
                metadata.AddArgument(argument);
                _outputs.Add((output, value));
            }
        }

        protected override void Execute(CodeActivityContext context) => _outputs.ForEach(output => output.Argument.Set(context, output.Value!));
    }

    /// <summary>An activity with typed outputs of many types.</summary>
    private sealed class Kinds : CodeActivity
    {
        public OutArgument<DateOnly> Date { get; set; } = null!;

        public OutArgument<DateTimeOffset> Time { get; set; } = null!;

        public OutArgument<TimeSpan> Span { get; set; } = null!;

        public OutArgument<decimal> Money { get; set; } = null!;

        public OutArgument<long> Number { get; set; } = null!;

        public OutArgument<char> Letter { get; set; } = null!;

        public OutArgument<byte[]> Bytes { get; set; } = null!;

        public OutArgument<Uri> Address { get; set; } = null!;

        public OutArgument<double> Infinite { get; set; } = null!;

        public OutArgument<string?> None { get; set; } = null!;

        public OutArgument<DayOfWeek> Day { get; set; } = null!;

        public OutArgument<Line> Nested { get; set; } = null!;

        public OutArgument<Dictionary<string, int>> Counts { get; set; } = null!;

        public OutArgument<List<decimal>> List { get; set; } = null!;

        protected override void Execute(CodeActivityContext context)
        {
            Date.Set(context, new DateOnly(2026, 5, 9));
            Time.Set(context, new DateTimeOffset(2026, 5, 9, 8, 7, 6, TimeSpan.FromHours(2)));
            Span.Set(context, TimeSpan.FromSeconds(90.5));
            Money.Set(context, 1234.5m);
            Number.Set(context, long.MaxValue);
            Letter.Set(context, 'x');
            Bytes.Set(context, [1, 2]);
            Address.Set(context, new Uri("http://localhost/a?b"));
            Infinite.Set(context, double.PositiveInfinity);
            Day.Set(context, DayOfWeek.Friday);
            Nested.Set(context, new Line("a", [new("b", [], DayOfWeek.Monday)], null));
            Counts.Set(context, new Dictionary<string, int> { ["A b"] = 1 });
            List.Set(context, [1.5m]);
        }
    }

    private sealed class Fails : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => throw new InvalidOperationException("The secret fails.");
    }

    private sealed record Line(string Name, IReadOnlyList<Line> Parts, DayOfWeek? Day);

    private sealed class Node
    {
        public Node? Next { get; set; }
    }

    private sealed class Odd
    {
        [System.Text.Json.Serialization.JsonInclude]
        public string Text => throw new InvalidOperationException("The secret fails.");
    }

    private sealed class Mapped : PersistenceParticipant
    {
        protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
        {
            readWriteValues = null;
            writeOnlyValues = new Dictionary<XName, object?> { [XName.Get("Total", "urn:shop")] = 120 };
        }
    }
}
