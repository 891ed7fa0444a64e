extern alias WorkflowCore;
using System.Data.Common;
using System.Text.RegularExpressions;
using Microsoft.Data.Sqlite;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Persistence.Sql;

namespace Workflow.Interop.Legacy.Tests.Tracking;

/// <summary>The code in the documentation of tracking is compiled, and it prints what the documentation states.</summary>
public sealed partial class TrackingDocumentTests
{
    private static readonly string Root = FindRoot();

    [Fact]
    public void Code_OfTheDocument_IsCompiledHere()
    {
        string compiled = Essence(File.ReadAllText(Path.Combine(Root, "tests/Workflow.Interop.Legacy.Tests/Tracking/TrackingSnippet.cs")));
        string[] blocks =
        [
            .. Block()
                .Matches(File.ReadAllText(Path.Combine(Root, "docs/wf3/tracking.md")).ReplaceLineEndings("\n"))
                .Select(static match => match.Groups[1].Value)
        ];
        Assert.Equal(4, blocks.Length);
        Assert.All(blocks, block => Assert.Contains(Essence(block), compiled, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Code_OfTheDocument_WorksAsync()
    {
        string file = Path.Combine(Path.GetTempPath(), $"workflow-legacy-{Guid.NewGuid():N}.db");
        TextWriter console = Console.Out;
        await using StringWriter output = new();
        try
        {
            await using DbDataSource source = SqliteFactory.Instance.CreateDataSource($"Data Source={file}");
            await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions());
            await store.EnsureSchemaAsync(default);
            using WorkflowRuntime runtime = new();
            ManualWorkflowSchedulerService scheduler = new();
            runtime.AddService(scheduler);
            SqlTrackingService tracking = await OrderTracking.AddAsync(runtime, source, store);
            await OrderTracking.TrackLessAsync(tracking, typeof(Adding));
            runtime.AddService(new ConsoleTrackingService());
            Console.SetOut(output);
            WorkflowInstance instance = runtime.CreateWorkflow(typeof(Adding));
            instance.Start();
            scheduler.RunWorkflow(instance.InstanceId);
            instance.EnqueueItem("first", 1, null, null);
            scheduler.RunWorkflow(instance.InstanceId);
            OrderTracking.Show(source, typeof(Adding));
            instance.EnqueueItem("second", 2, null, null);
            scheduler.RunWorkflow(instance.InstanceId);
            OrderTracking.Show(source, typeof(Adding));
        }
        finally
        {
            Console.SetOut(console);
            SqliteConnection.ClearAllPools();
            File.Delete(file);
        }

        string[] lines = output.ToString().Split(Environment.NewLine);
        Assert.StartsWith("1 Started|2 first is Closed|", string.Join('|', lines), StringComparison.Ordinal);
        Assert.Equal(["  first Closed", "3 second is Closed", "4 Completed", "The instance has ended.", string.Empty], lines[^5..]);
    }

    private static string Essence(string code) =>
        string.Join('\n', code.ReplaceLineEndings("\n").Split('\n').Select(static line => line.Trim()).Where(static line => line.Length > 0));

    private static string FindRoot()
    {
        string folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "Workflow.slnx")))
        {
            folder = Path.GetDirectoryName(folder)!;
        }

        return folder;
    }

    [GeneratedRegex("```csharp\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex Block();
}
