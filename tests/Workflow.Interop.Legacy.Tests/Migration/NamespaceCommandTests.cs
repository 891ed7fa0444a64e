using System.Diagnostics;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using DiagnosticSeverity = Microsoft.CodeAnalysis.DiagnosticSeverity;

namespace Workflow.Interop.Legacy.Tests.Migration;

/// <summary>The commands for the migration from WF3, on files in the form that the WF3 designer generates: the changed files compile (A.13).</summary>
[Trait("Paragraph", "A.13")]
public sealed class NamespaceCommandTests
{
    private const string Designer = """
        namespace Samples.Workflow.Orders
        {
            partial class OrderWorkflow
            {
                [System.Diagnostics.DebuggerNonUserCode()]
                private void InitializeComponent()
                {
                    this.CanModifyActivities = true;
                    System.Workflow.Activities.CodeCondition codecondition1 = new System.Workflow.Activities.CodeCondition();
                    System.Workflow.ComponentModel.ActivityBind activitybind1 = new System.Workflow.ComponentModel.ActivityBind();
                    System.Workflow.ComponentModel.WorkflowParameterBinding workflowparameterbinding1 = new System.Workflow.ComponentModel.WorkflowParameterBinding();
                    this.code1 = new System.Workflow.Activities.CodeActivity();
                    this.branch1 = new System.Workflow.Activities.IfElseBranchActivity();
                    this.ifElse1 = new global::System.Workflow.Activities.IfElseActivity();
                    this.call1 = new System.Workflow.Activities.CallExternalMethodActivity();
                    this.code1.Name = "code1";
                    this.code1.ExecuteCode += new System.EventHandler(this.OnCode);
                    codecondition1.Condition += new System.EventHandler<System.Workflow.Activities.ConditionalEventArgs>(this.OnCondition);
                    this.branch1.Activities.Add(this.code1);
                    this.branch1.Condition = codecondition1;
                    this.branch1.Name = "branch1";
                    this.ifElse1.Activities.Add(this.branch1);
                    this.ifElse1.Name = "ifElse1";
                    activitybind1.Name = "OrderWorkflow";
                    activitybind1.Path = "Number";
                    workflowparameterbinding1.ParameterName = "number";
                    workflowparameterbinding1.SetBinding(System.Workflow.ComponentModel.WorkflowParameterBinding.ValueProperty, ((System.Workflow.ComponentModel.ActivityBind)(activitybind1)));
                    this.call1.InterfaceType = typeof(Samples.Workflow.Orders.IOrders);
                    this.call1.MethodName = "Ship";
                    this.call1.Name = "call1";
                    this.call1.ParameterBindings.Add(workflowparameterbinding1);
                    this.Activities.Add(this.ifElse1);
                    this.Activities.Add(this.call1);
                    this.Name = "OrderWorkflow";
                    this.CanModifyActivities = false;
                }

                private System.Workflow.Activities.CodeActivity code1;
                private System.Workflow.Activities.IfElseBranchActivity branch1;
                private System.Workflow.Activities.IfElseActivity ifElse1;
                private System.Workflow.Activities.CallExternalMethodActivity call1;
            }
        }
        """;

    private const string Beside = """
        using System;
        using System.ComponentModel;
        using System.Collections.Generic;
        using System.Diagnostics;
        using System.Workflow.ComponentModel.Compiler;
        using System.Workflow.ComponentModel.Serialization;
        using System.Workflow.ComponentModel;
        using System.Workflow.ComponentModel.Design;
        using System.Workflow.Runtime;
        using System.Workflow.Runtime.Hosting;
        using System.Workflow.Activities;
        using System.Workflow.Activities.Rules;
        using Hosting = System.Workflow.Runtime.Hosting;

        namespace Samples.Workflow.Orders
        {
            [ExternalDataExchange]
            public interface IOrders
            {
                void Ship(int number);
            }

            public sealed partial class OrderWorkflow : SequentialWorkflowActivity
            {
                public static DependencyProperty NumberProperty = System.Workflow.ComponentModel.DependencyProperty.Register("Number", typeof(int), typeof(OrderWorkflow));

                public OrderWorkflow()
                {
                    InitializeComponent();
                }

                [DesignerSerializationVisibilityAttribute(DesignerSerializationVisibility.Visible)]
                public int Number
                {
                    get { return ((int)(base.GetValue(OrderWorkflow.NumberProperty))); }
                    set { base.SetValue(OrderWorkflow.NumberProperty, value); }
                }

                private void OnCode(object sender, EventArgs e)
                {
                    Activity activity = (Activity)sender;
                    Debug.WriteLine(activity.QualifiedName);
                }

                private void OnCondition(object sender, ConditionalEventArgs e)
                {
                    e.Result = Number > 0;
                }
            }

            // Stays as it is: System.Workflows.Activities, My.System.Workflow.Activities.
            public class Program
            {
                public static WorkflowInstance Start(WorkflowRuntime runtime)
                {
                    runtime.AddService(new Hosting.ManualWorkflowSchedulerService());
                    return runtime.CreateWorkflow(typeof(Samples.Workflow.Orders.OrderWorkflow), new Dictionary<string, object> { { "Number", 5 } });
                }
            }
        }
        """;

    private const string Custom = """
        using System.Diagnostics;
        using System.Workflow.ComponentModel;

        namespace Samples.Workflow
        {
            public class Logging : Activity
            {
                protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
                {
                    foreach (Activity child in new List<Activity>(this.Parent.Activities))
                    {
                        Trace.WriteLine(child.Name);
                    }

                    return ActivityExecutionStatus.Closed;
                }

                private class List<T> : global::System.Collections.Generic.List<T>
                {
                    public List(global::System.Collections.Generic.IEnumerable<T> items) : base(items)
                    {
                    }
                }
            }
        }
        """;

    private static readonly string[] Sources = [Designer, Beside, Custom];

    [Fact]
    public async Task Command_ForBash_ProducesCompilingSources()
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("workflow-migration-");
        try
        {
            string[] files = [.. Sources.Select((_, number) => Path.Combine(folder.CreateSubdirectory($"a folder {number}").FullName, "Code.cs"))];
            for (int i = 0; i < files.Length; i++)
            {
                await File.WriteAllTextAsync(files[i], Sources[i]);
            }

            await RunAsync(Block("bash"), folder.FullName);
            string[] changed = [.. files.Select(File.ReadAllText)];
            Check(changed);
            await RunAsync(Block("bash"), folder.FullName);
            Assert.Equal(changed, files.Select(File.ReadAllText));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public void Command_ForPowerShell_ProducesCompilingSources()
    {
        Match command = Regex.Match(Block("powershell"), "-creplace '([^']*)', '([^']*)'", RegexOptions.CultureInvariant);
        string[] changed =
            [.. Sources.Select(source => Regex.Replace(source, command.Groups[1].Value, command.Groups[2].Value, RegexOptions.CultureInvariant))];
        Check(changed);
        Assert.Equal(changed, changed.Select(source => Regex.Replace(source, command.Groups[1].Value, command.Groups[2].Value, RegexOptions.CultureInvariant)));
    }

    [Fact]
    public void Sources_WithoutTheGlobalUsing_DoNotCompile() =>
        Assert.Contains(
            Errors(
                [
                    .. Sources.Select(static source => source
                        .Replace("System.Workflow.", "global::Workflow.Interop.Legacy.", StringComparison.Ordinal)
                        .Replace("global::global::", "global::", StringComparison.Ordinal))
                ]),
            static error => error.StartsWith("CS0104", StringComparison.Ordinal));

    private static void Check(string[] changed)
    {
        Assert.Empty(Errors([.. changed, Block("csharp", "global using")]));
        Assert.Contains("System.Workflows.Activities, My.System.Workflow.Activities.", changed[1], StringComparison.Ordinal);
        Assert.DoesNotContain("global::global::", string.Concat(changed), StringComparison.Ordinal);
        Assert.Equal(Sources.Select(static source => source.Split('\n').Length), changed.Select(static source => source.Split('\n').Length));
    }

    private static string[] Errors(string[] sources)
    {
        IEnumerable<string> platform = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator)
            .Where(static file => !Path.GetFileName(file).StartsWith("Workflow.Interop.Legacy.Tests", StringComparison.Ordinal));
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Samples",
            sources.Select(static source => CSharpSyntaxTree.ParseText(source)),
            platform.Select(static file => MetadataReference.CreateFromFile(file)),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        return
        [
            .. compilation.GetDiagnostics()
                .Where(static found => found.Severity == DiagnosticSeverity.Error)
                .Select(static found => $"{found.Id} {found.GetMessage(System.Globalization.CultureInfo.InvariantCulture)}")
        ];
    }

    private static string Block(string language, string begin = "")
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "Workflow.slnx")))
        {
            folder = folder.Parent ?? throw new InvalidOperationException("The tests run outside of the repository.");
        }

        string page = File.ReadAllText(Path.Combine(folder.FullName, "docs", "wf3", "migrating-from-wf3.md"));
        return Regex.Match(page, $"```{language}\n({begin}[^`]*)```", RegexOptions.CultureInvariant).Groups[1].Value;
    }

    private static async Task RunAsync(string command, string folder)
    {
        ProcessStartInfo start = new("bash") { WorkingDirectory = folder, RedirectStandardError = true, UseShellExecute = false };
        start.ArgumentList.Add("-c");
        start.ArgumentList.Add(command);
        using Process process = Process.Start(start)!;
        string errors = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.True(process.ExitCode == 0, errors);
    }
}
