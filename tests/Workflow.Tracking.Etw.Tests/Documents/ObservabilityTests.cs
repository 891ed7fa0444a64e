using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Tracking.Etw.Events;
using Workflow.Tracking.Etw.Tests.Profiles;
using Workflow.Tracking.Etw.Tests.TestKit;

namespace Workflow.Tracking.Etw.Tests.Documents;

/// <summary>Tests of the code and the facts about events on the page about observability.</summary>
public sealed partial class ObservabilityTests
{
    private static readonly string Root = FindRoot();
    private static readonly string Section = ReadSection();

    [Fact]
    public void Code_OfTheDocument_IsCompiledHere()
    {
        string compiled = Essence(File.ReadAllText(Path.Combine(Root, "tests/Workflow.Tracking.Etw.Tests/Documents/ObservabilitySnippet.cs")));
        string[] blocks = Blocks("csharp");
        Assert.Equal(3, blocks.Length);
        Assert.All(blocks, block => Assert.Contains(Essence(block), compiled, StringComparison.Ordinal));
    }

    [Fact]
    public void Profiles_OfTheDocument_AreRead()
    {
        TrackingProfiles profiles = new();
        profiles.Load(Encoding.UTF8.GetBytes(Assert.Single(Blocks("json"))));
        Assert.Equal(
            [
                "instance Started Completed", "activity Pay Closed arguments total variables *", "scheduled * Pay", "cancel * *", "fault * *",
                "bookmark *", "custom * *"
            ],
            profiles.Find("Billing", "Invoice")!.Queries.Select(StandardProfileTests.Describe));
        Assert.Equal(["instance *"], profiles.Find("Billing", "Refund")!.Queries.Select(StandardProfileTests.Describe));
    }

    [Fact]
    public void Items_OfTheDocument_AreWrittenSo()
    {
        using Listener listener = new();
        new Participant().Send(
            new CustomTrackingRecord(Participant.Instance, "x", System.Diagnostics.Tracing.EventLevel.Informational)
            {
                Data = { ["total"] = 7, ["note"] = null }
            });
        Assert.Equal(Assert.Single(Blocks("xml")).Trim(), listener.Single("CustomTrackingRecordInfo")["Data"]);
    }

    [Fact]
    public void Events_OfTheProvider_AreAllInTheDocument()
    {
        HashSet<int> documented =
        [
            .. Row().Matches(Section)
                .SelectMany(row => row.Groups["ids"].Value.Split(", "))
                .Select(id => int.Parse(id, CultureInfo.InvariantCulture))
        ];
        Assert.Equal(
            typeof(EventIds).GetFields(BindingFlags.Public | BindingFlags.Static).Select(field => (int)field.GetRawConstantValue()!).Order(),
            documented.Order());
        Assert.Contains(TrackingEventSource.Log.Guid.ToString(), Section, StringComparison.Ordinal);
    }

    [Fact]
    public void Participant_OfTheDocument_IsAttached()
    {
        using Listener listener = new();
        WorkflowInvoker invoker = new(new Workflow.Statements.Sequence { DisplayName = "root" });
        ObservabilitySnippet.Attach(invoker);
        invoker.Invoke();
        Assert.Equal(["Started", "Closed", "Completed"], listener.Events.Select(seen => seen["State"]));
        Assert.All(listener.Events, seen => Assert.Equal(("Health", "orders-eu-1"), (seen["ProfileName"], seen["HostReference"])));
    }

    [Fact]
    public async Task Registration_OfTheDocument_WritesEventsOfTheHost()
    {
        using Listener listener = new();
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        ObservabilitySnippet.Register(builder.Services);
        builder.Services.AddWorkflow(workflow => workflow
            .UseStore(new InMemoryInstanceStore(new InMemoryInstanceStoreOptions { CompletionAction = InstanceCompletionAction.DeleteNothing }))
            .AddDefinition("order", 1, new Workflow.Statements.Sequence { DisplayName = "root" }));
        using IHost host = builder.Build();
        await host.StartAsync().WaitAsync(HangGuard.Limit);
        WorkflowClient client = host.Services.GetRequiredService<WorkflowClient>();
        Guid id = (await client.StartAsync("order")).InstanceId;
        await client.WaitForCompletionAsync(id).WaitAsync(HangGuard.Limit);
        await host.StopAsync().WaitAsync(HangGuard.Limit);
        Assert.Contains(
            listener.Events,
            seen => id.Equals(seen["InstanceId"])
                && (seen["State"], seen["ProfileName"], seen["HostReference"]) is ("Completed", "Health", "orders-eu-1"));
    }

    [Fact]
    public async Task Loading_OfTheDocument_ThrowsIfTheFileIsMissing() =>
        await Assert.ThrowsAsync<FileNotFoundException>(() => ObservabilitySnippet.LoadAsync(CancellationToken.None));

    private static string[] Blocks(string language) =>
        [.. Regex.Matches(Section, $"```{language}\n(.*?)```", RegexOptions.Singleline).Select(match => match.Groups[1].Value)];

    private static string Essence(string code) => string.Join('\n', code.Split('\n').Select(line => line.Trim()).Where(line => line.Length > 0));

    /// <summary>Returns the section of the page from the heading "Events" to the next heading of the same level.</summary>
    private static string ReadSection()
    {
        string text = File.ReadAllText(Path.Combine(Root, "docs/host/observability.md")).ReplaceLineEndings("\n");
        int start = text.IndexOf("\n## Events", StringComparison.Ordinal) + 1;
        int end = text.IndexOf("\n## ", start, StringComparison.Ordinal);
        return end < 0 ? text[start..] : text[start..end];
    }

    private static string FindRoot()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Workflow.slnx")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new DirectoryNotFoundException("No folder above the tests holds 'Workflow.slnx'; run the tests from a checkout.");
    }

    [GeneratedRegex(@"^\| (?<ids>\d+(, \d+)*) \|", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Row();
}
