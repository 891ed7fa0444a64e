namespace Workflow.Packaging.Tests;

/// <summary>Tests of projects that reference the package: restored from a package source, built with implicit usings, and run.</summary>
[Collection(PackageCollection.Name)]
public sealed class ConsumerTests(PackedPackages packages)
{
    [Fact]
    public async Task Consumer_WithWorkflowImplicitUsings_ResolvesTheActivities()
    {
        string[] output = await RunAsync(
            "<WorkflowImplicitUsings>enable</WorkflowImplicitUsings>",
            """
            using System.Diagnostics;
            using System.Transactions;

            Variable<int> sum = new("sum", 1);
            Activity root = new Sequence
            {
                Variables = { sum },
                Activities =
                {
                    new Parallel { Branches = { new Shout { Text = "a" }, new Shout { Text = "b" } } },
                    new TransactionScope { IsolationLevel = IsolationLevel.Serializable, Body = new Shout { Text = new(context => Twice(context, sum)) } },
                    new Assign<int> { To = sum, Value = new Add<int, int, int> { Left = sum, Right = 1 } },
                    new WriteLine { Text = new(context => $"sum {sum.Get(context)}") },
                },
            };
            Debug.Assert(ActivityValidationServices.Validate(root).Errors.Count == 0);
            Activity<int> answer = new Literal<int>(42);
            WorkflowInvoker.Invoke(root);
            Console.WriteLine(WorkflowInvoker.Invoke(answer));
            Console.WriteLine(typeof(TrackingParticipant).Namespace + typeof(InstanceStore).Namespace + typeof(BookmarkInfo).Namespace);

            static string Twice(ActivityContext context, Variable<int> sum) => $"c{sum.Get(context) * 2}";

            internal sealed class Shout : CodeActivity
            {
                public InArgument<string>? Text { get; set; }

                protected override void Execute(CodeActivityContext context) => Console.WriteLine(Text!.Get(context)!.ToUpperInvariant() + "!");
            }
            """);
        Assert.Equal(
            ["A!", "B!", "C2!", "sum 2", "42", "Workflow.TrackingWorkflow.PersistenceWorkflow.Hosting"],
            output);
    }

    [Fact]
    public async Task Consumer_WithoutWorkflowImplicitUsings_ResolvesDotNet()
    {
        string[] output = await RunAsync(
            string.Empty,
            """
            using System.Diagnostics;

            using Activity activity = new("of System.Diagnostics");
            Parallel.For(0, 1, _ => Console.WriteLine(activity.OperationName));
            Console.WriteLine(new Sequence().Length + Workflow.WorkflowInvoker.Invoke(new Workflow.Expressions.Literal<int>(41)));

            internal sealed class Sequence
            {
                public int Length => 1;
            }
            """);
        Assert.Equal(["of System.Diagnostics", "42"], output);
    }

    /// <summary>The code of the README is compiled outside the namespace <c>Workflow</c>, where the names of its types need the using of the README.</summary>
    [Fact]
    public async Task Consumer_OfTrackingEvents_CompilesTheReadme()
    {
        string readme = packages.TextOf(packages.Source, "Workflow.Tracking.Etw", "README.md").ReplaceLineEndings("\n");
        string[] code = readme.Split("```csharp\n")[1].Split("```")[0].Split('\n');
        string[] usings = [.. code.Where(line => line.StartsWith("using ", StringComparison.Ordinal))];
        string page = await File.ReadAllTextAsync(Path.Combine(PackedPackages.Root, "docs", "host", "observability.md"));
        Assert.All(usings, line => Assert.Contains($"`{line}`", page, StringComparison.Ordinal));
        string folder = await CreateAsync(
            string.Empty,
            $$"""
            {{string.Join('\n', usings)}}

            Workflow.WorkflowInvoker invoker = new(new Workflow.Statements.WriteLine { Text = "invoked" });
            {{string.Join('\n', code.Except(usings))}}
            invoker.Invoke();
            Console.WriteLine(events.ApplicationReference);
            """,
            "Workflow.Tracking.Etw");
        Assert.Equal(["invoked", "orders-eu-1"], await RunAsync(folder));
    }

    [Fact]
    public async Task Consumer_WithAMistake_IsWarnedByTheAnalyzers()
    {
        string folder = await CreateAsync(
            string.Empty,
            """
            Workflow.WorkflowInvoker.Invoke(new Wait());

            internal sealed class Wait : Workflow.NativeActivity
            {
                protected override void Execute(Workflow.NativeActivityContext context) => context.CreateBookmark("never");
            }
            """,
            "Workflow.Core");
        (int exitCode, string output) = await Sdk.TryRunAsync(folder, "build", "-o", "out", "--nologo", "-v", "q");
        Assert.NotEqual(0, exitCode);
        Assert.Contains("error WF0001: 'Wait' creates a bookmark", output, StringComparison.Ordinal);
    }

    /// <summary>Creates, builds and runs a project of one file, and returns the lines of its output.</summary>
    private async Task<string[]> RunAsync(string properties, string program) => await RunAsync(await CreateAsync(properties, program, "Workflow.Core"));

    private static async Task<string[]> RunAsync(string folder)
    {
        await Sdk.RunAsync(folder, "build", "-o", "out", "--nologo", "-v", "q");
        string output = await Sdk.RunAsync(folder, Path.Combine("out", "Consumer.dll"));
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }

    private async Task<string> CreateAsync(string properties, string program, string package)
    {
        string folder = packages.NewFolder();
        await File.WriteAllTextAsync(Path.Combine(folder, "Program.cs"), program);

        await packages.IsolateAsync(folder);
        await File.WriteAllTextAsync(
            Path.Combine(folder, "Consumer.csproj"),
            $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
                {properties}
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="{package}" Version="{packages.Version}" />
              </ItemGroup>
            </Project>
            """);
        return folder;
    }
}
