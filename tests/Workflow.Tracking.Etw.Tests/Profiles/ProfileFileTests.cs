using System.Diagnostics.Tracing;
using System.Text;
using Workflow.Core.Tests.TestKit;
using Workflow.Testing;
using Workflow.Tracking.Etw.Tests.TestKit;

namespace Workflow.Tracking.Etw.Tests.Profiles;

/// <summary>Tests of profiles in JSON: the format, refused documents, and the positions in error messages.</summary>
public sealed class ProfileFileTests : IDisposable
{
    private const string Whole =
        """
        {
          // Comments and trailing commas are allowed.
          "$schema": "x",
          "profiles": [
            {
              "name": "Billing",
              "workflows": [
                {
                  "implementationVisibility": "All",
                  "queries": {
                    "workflowInstance": [{ "states": ["Started", "*"], "annotations": { "team": "money" } }],
                    "activityState": [{ "activityName": "Pay", "states": ["Closed"], "arguments": ["total"], "variables": ["*"] }],
                    "activityScheduled": [{ "childActivityName": "Pay" }],
                    "cancelRequested": [{ "activityName": "Pay" }],
                    "faultPropagation": [{ "faultSourceActivityName": "Pay", "faultHandlerActivityName": "Try" }],
                    "bookmarkResumption": [{ "name": "paid" }],
                    "custom": [{ "name": "money", "activityName": "Pay" }, {}],
                  },
                },
                { "activityDefinitionId": "Refund", "queries": {} },
              ],
            },
          ],
        }
        """;

    private readonly TrackingProfiles _profiles = new();
    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    [Fact]
    public void Load_OfEveryKindOfQuery_ReadsIt()
    {
        Load(Whole);
        TrackingProfile profile = _profiles.Find("billing", "Invoice")!;
        Assert.Equal(("Billing", "*", ImplementationVisibility.All), (profile.Name, profile.ActivityDefinitionId, profile.ImplementationVisibility));
        Assert.Equal(
            [
                "instance Started *", "activity Pay Closed arguments total variables *", "scheduled * Pay", "cancel Pay *", "fault Pay Try", "bookmark paid",
                "custom money Pay", "custom * *",
            ],
            profile.Queries.Select(StandardProfileTests.Describe));
        Assert.Equal("money", profile.Queries[0].QueryAnnotations["team"]);
    }

    [Fact]
    public void Find_OfAWorkflowWithAnEntry_PrefersItToAny()
    {
        Load(Whole);
        TrackingProfile profile = _profiles.Find("Billing", "Refund")!;
        Assert.Equal(("Refund", ImplementationVisibility.RootScope), (profile.ActivityDefinitionId, profile.ImplementationVisibility));
        Assert.Empty(profile.Queries);
        Assert.Equal("*", _profiles.Find("Billing", "refund")!.ActivityDefinitionId);
    }

    [Fact]
    public void Find_OfANameWithoutAnEntryForTheWorkflow_FindsNone()
    {
        Load("""{ "profiles": [{ "name": "a", "workflows": [{ "activityDefinitionId": "x", "queries": {} }] }] }""");
        Assert.Null(_profiles.Find("a", "y"));
    }

    [Fact]
    public void Load_Again_ReplacesWhatWasLoadedAndKeepsTheStandardProfiles()
    {
        Load("""{ "profiles": [{ "name": "a", "workflows": [{ "queries": {} }] }, { "name": "HEALTH", "workflows": [{ "queries": {} }] }] }""");
        Assert.Empty(_profiles.Find("Health", "w")!.Queries);
        Load("""{ "profiles": [] }""");
        Assert.Null(_profiles.Find("a", "w"));
        Assert.NotEmpty(_profiles.Find("Health", "w")!.Queries);
    }

    [Fact]
    public void Load_OfATextWithAByteOrderMark_ReadsIt()
    {
        _profiles.Load([0xEF, 0xBB, 0xBF, .. Encoding.UTF8.GetBytes("""{ "profiles": [{ "name": "a", "workflows": [{ "queries": {} }] }] }""")]);
        Assert.NotNull(_profiles.Find("a", "w"));
    }

    [Theory]
    [InlineData("", "$", 1, "not valid JSON")]
    [InlineData("{\n\n  nonsense }", "$", 3, "not valid JSON")]
    [InlineData("{} {}", "$", 1, "not valid JSON")]
    [InlineData("[]", "$", 1, "An object is expected here.")]
    [InlineData("{}", "$", 1, "The member 'profiles' is missing.")]
    [InlineData("{ \"profiles\": [],\n \"extra\": 1 }", "$.extra", 2, "The member 'extra' is unknown; there may be '$schema', 'profiles'.")]
    [InlineData("{ \"profiles\": [],\n \"profiles\": [] }", "$.profiles", 2, "The member 'profiles' appears twice.")]
    [InlineData("{ \"profiles\":\n {} }", "$.profiles", 2, "An array is expected here.")]
    [InlineData("{ \"profiles\": [\n{ \"workflows\": [] } ] }", "$.profiles[0]", 2, "The member 'name' is missing.")]
    [InlineData("{ \"profiles\": [\n{ \"name\": \n7, \"workflows\": [] } ] }", "$.profiles[0].name", 3, "A text is expected here.")]
    [InlineData("{ \"profiles\": [{ \"name\": \"\", \"workflows\": [] } ] }", "$.profiles[0].name", 1, "A text that is not empty is expected here.")]
    [InlineData("{ \"profiles\": [{ \"name\": \"a\" } ] }", "$.profiles[0]", 1, "The member 'workflows' is missing.")]
    [InlineData(
        "{ \"profiles\": [{ \"name\": \"a\", \"workflows\": [] },\n{ \"name\": \"A\", \"workflows\": [] }] }",
        "$.profiles[1].name",
        2,
        "The profile 'A' appears twice; names do not differ by case.")]
    [InlineData(
        "{ \"profiles\": [{ \"name\": \"a\", \"workflows\": [{ \"queries\": {} },\n { \"queries\": {} }] }] }",
        "$.profiles[0].workflows[1]",
        2,
        "The profile 'a' has the workflow '*' twice.")]
    public void Load_OfABadDocument_NamesErrorAndPosition(string json, string path, long line, string problem) => AssertRefused(json, path, line, problem);

    [Theory]
    [InlineData("\"kind\": []", ".kind", "The kind of query 'kind' is unknown; there are 'activityScheduled', ")]
    [InlineData("\"workflowInstance\": [{}]", ".workflowInstance[0]", "The member 'states' is missing.")]
    [InlineData("\"workflowInstance\": [{ \"states\": [] }]", ".workflowInstance[0].states", "At least one state is expected here; '*' means all.")]
    [InlineData(
        "\"workflowInstance\": [{ \"states\": [\"started\"] }]",
        ".workflowInstance[0].states[0]",
        "The state 'started' is unknown; there are '*', 'Aborted', ")]
    [InlineData(
        "\"activityState\": [{ \"states\": [\"Idle\"] }]",
        ".activityState[0].states[0]",
        "The state 'Idle' is unknown; there are '*', 'Canceled', 'Closed', 'Executing', 'Faulted'.")]
    [InlineData("\"activityState\": [{ \"states\": [\"*\"], \"argument\": [] }]", ".activityState[0].argument", "The member 'argument' is unknown; ")]
    [InlineData(
        "\"activityState\": [{ \"states\": [\"*\"], \"variables\": [\"\"] }]",
        ".activityState[0].variables[0]",
        "A text that is not empty is expected here.")]
    [InlineData("\"custom\": [{ \"name\": \"\" }]", ".custom[0].name", "A text that is not empty is expected here.")]
    [InlineData("\"custom\": [{ \"annotations\": { \"a\": 1 } }]", ".custom[0].annotations.a", "A text is expected here.")]
    public void Load_OfABadQuery_NamesErrorAndPosition(string query, string path, string problem) => AssertRefused(
        $$"""
        { "profiles": [{ "name": "a", "workflows": [{ "queries": {

        {{query}}
        } }] }] }
        """,
        $"$.profiles[0].workflows[0].queries{path}",
        3,
        problem);

    [Fact]
    public void Load_OfAnUnknownVisibility_NamesTheValidOnes() => AssertRefused(
        """{ "profiles": [{ "name": "a", "workflows": [{ "implementationVisibility": "Some", "queries": {} }] }] }""",
        "$.profiles[0].workflows[0].implementationVisibility",
        1,
        "The visibility 'Some' is unknown; write 'RootScope' or 'All'.");

    [Fact]
    public async Task LoadFileAsync_OfAFile_ReadsIt()
    {
        await File.WriteAllTextAsync(_file, Whole);
        await _profiles.LoadFileAsync(_file);
        Assert.NotNull(_profiles.Find("Billing", "w"));
        await Assert.ThrowsAsync<FileNotFoundException>(() => _profiles.LoadFileAsync(_file + ".missing"));
    }

    [Fact]
    public async Task WatchFileAsync_FileChanges_LoadsItOrReportsTheError()
    {
        using Listener listener = new();
        using CancellationTokenSource end = new();
        VirtualTimeProvider clock = new();
        TrackingProfiles profiles = new(clock);
        Participant participant = new() { Profiles = profiles, ProfileName = "Live" };
        await File.WriteAllTextAsync(_file, Live("one"));

        Task first = Changed(participant);
        Task watching = profiles.WatchFileAsync(_file, TimeSpan.FromSeconds(5), end.Token);
        await first.WaitAsync(HangGuard.Limit);
        Assert.Equal("one", profiles.Find("Live", "w")!.ActivityDefinitionId is "*" ? NameIn(profiles) : null);

        await Rewrite("{", profiles, clock, () => listener.Events.Any(seen => seen.Id == 3509));
        Assert.Equal("one", NameIn(profiles));
        await Rewrite(Live("second"), profiles, clock, () => NameIn(profiles) == "second");
        Assert.Single(
            listener.Events,
            seen => seen.Id == 3509 && (string)seen["Path"] == _file && ((string)seen["Reason"]).Contains("not valid JSON", StringComparison.Ordinal));

        await end.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => watching);
    }

    [Fact]
    public async Task WatchFileAsync_WithoutAFile_ReportsOnceAndContinues()
    {
        using Listener listener = new();
        using CancellationTokenSource end = new();
        VirtualTimeProvider clock = new();
        Task watching = new TrackingProfiles(clock).WatchFileAsync(_file + ".missing", TimeSpan.FromSeconds(5), end.Token);
        clock.Advance(TimeSpan.FromSeconds(15));
        Assert.False(watching.IsCompleted);
        await end.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => watching);
        Assert.Single(listener.Events, seen => seen.Id == 3509);
    }

    [Fact]
    public async Task Watching_WithoutPathOrInterval_Refuses()
    {
        await Assert.ThrowsAnyAsync<ArgumentException>(() => _profiles.WatchFileAsync("", TimeSpan.FromSeconds(1), CancellationToken.None));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => _profiles.WatchFileAsync("x", TimeSpan.Zero, CancellationToken.None));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => _profiles.WatchFileAsync("x", TimeSpan.FromDays(50), CancellationToken.None));
        await Assert.ThrowsAnyAsync<ArgumentException>(() => _profiles.LoadFileAsync(""));
        Assert.Throws<ArgumentNullException>(() => _profiles.Find(null!, "w"));
        Assert.Throws<ArgumentNullException>(() => _profiles.Find("w", null!));
    }

    private static string Live(string query) =>
        $$"""{ "profiles": [{ "name": "Live", "workflows": [{ "queries": { "bookmarkResumption": [{ "name": "{{query}}" }] } }] }] }""";

    private static string? NameIn(TrackingProfiles profiles) => ((BookmarkResumptionQuery)profiles.Find("Live", "w")!.Queries[0]).Name;

    private static Task Changed(Participant participant)
    {
        TaskCompletionSource changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        participant.Change.UnsafeRegister(static state => ((TaskCompletionSource)state!).TrySetResult(), changed);
        return changed.Task;
    }

    /// <summary>
    /// Writes the file and advances the clock until the condition is true. A reload can take several periods, because file times can have a coarse resolution.
    /// </summary>
    private async Task Rewrite(string json, TrackingProfiles profiles, VirtualTimeProvider clock, Func<bool> isNoticed)
    {
        await File.WriteAllTextAsync(_file, json);
        using CancellationTokenSource limit = new(HangGuard.Limit, TimeProvider.System);
        while (!isNoticed())
        {
            limit.Token.ThrowIfCancellationRequested();
            clock.Advance(TimeSpan.FromSeconds(5));
            await Task.Yield();
        }
    }

    private void Load(string json) => _profiles.Load(Encoding.UTF8.GetBytes(json));

    private void AssertRefused(string json, string path, long line, string problem)
    {
        Load("""{ "profiles": [{ "name": "before", "workflows": [{ "queries": {} }] }] }""");
        TrackingProfileFormatException error = Assert.Throws<TrackingProfileFormatException>(() => Load(json));
        Assert.Contains(problem, error.Message, StringComparison.Ordinal);
        Assert.EndsWith($"({path}, line {line})", error.Message, StringComparison.Ordinal);
        Assert.Equal((path, line), (error.Path, error.Line));
        Assert.NotNull(_profiles.Find("before", "w"));
    }
}
