using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Documents;

/// <summary>Runs the code of the page about testing and checks the results that the page describes.</summary>
public sealed partial class TestingPageTests
{
    private static readonly string Here = File.ReadAllText(Source());

    [Fact]
    public void Code_OfTheDocument_IsCompiledHere()
    {
        string page = File.ReadAllText(Path.Combine(Path.GetDirectoryName(Source())!, "../../../docs/author/testing.md"));
        string[] blocks = [.. CodeBlock().Matches(page).Select(match => match.Groups["code"].Value)];
        Assert.Equal(9, blocks.Length);
        Assert.All(blocks, block => Assert.Contains(Essence(block), Essence(Here), StringComparison.Ordinal));
    }

    [Fact]
    public void UnitTest_OfTheDocument_Passes()
    {
        WorkflowTestResult result = WorkflowTest.Run(new ShippingCost { Country = "CH", Weight = 2m });
        Assert.Equal(28.50m, result.GetOutput<decimal>());
    }

    [Fact]
    public async Task Host_OfTheDocument_RunsTheOrder()
    {
        await using TestHost host = new();
        TestInstance order = host.Start(new Order());
        await order.RunUntilBookmarkAsync("decide");

        await host.AdvanceAsync(TimeSpan.FromDays(2));
        await order.ResumeAsync("decide", true);
        order.Trace.AssertRan("Charge");

        await order.ReloadAsync();
        await order.ResumeAsync("parcel");
        Assert.Equal("shipped", order.Result!.GetOutput<string>());
    }

    [Fact]
    public async Task Replacement_OfTheDocument_RunsInsteadOfTheCharge()
    {
        TestHostOptions options = new TestHostOptions().Replace<Charge>(with: original => new WriteLine { DisplayName = "No charge" });
        await using TestHost host = new(options);
        TestInstance order = host.Start(new Order());
        await order.ResumeAsync("decide", true);
        order.Trace.AssertRan("No charge").AssertDidNotRun("Charge");
    }

    [Fact]
    public async Task Coverage_OfTheDocument_NamesWhatWasNotReached()
    {
        WorkflowCoverage coverage = new(new Order());
        await using TestHost host = new();
        TestInstance order = host.Start(new Order());
        await order.ResumeAsync("decide", true);
        await order.ResumeAsync("parcel");
        coverage.Add(order.Trace);
        Assert.Equal(["Else"], coverage.NotReached.Select(item => item.Name));
        Assert.StartsWith("12 of 13 reached", coverage.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task CrashTest_OfTheDocument_FindsTheSecondCharge()
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(ExploreAsync);
        Assert.StartsWith(
            "The effect 'charge' happened 2 times, and the rule is ExactlyOnce. The process was lost after 'Charge' (",
            failure.Message, StringComparison.Ordinal);

        static async Task ExploreAsync()
        {
            await CrashTest.ExploreAsync(new Order(), new CrashTestOptions
            {
                Events = [TestEvent.Resume("decide", true), TestEvent.Resume("parcel")],
                Effects = new Dictionary<string, EffectRule> { ["charge"] = EffectRule.ExactlyOnce },
            });
        }
    }

    [Fact]
    public async Task InterleavingTest_OfTheDocument_Passes()
    {
        await InterleavingTest.ExploreAsync(new Order(), new InterleavingOptions
        {
            Events = [TestEvent.Resume("decide", true), TestEvent.Resume("parcel"), TestEvent.Advance(TimeSpan.FromDays(4)), TestEvent.Cancel()],
            MustEnd = false,
            Verify = outcome => Assert.True(outcome.Effects.CountOf("charge") <= 1),
        });
    }

    [Fact]
    public async Task CompatibilityTest_OfTheDocument_LoadsTheStates()
    {
        string folder = Directory.CreateTempSubdirectory("testing").FullName;
        try
        {
            await CompatibilityTest.RecordAsync(folder, "order-v1", new Order(), new CompatibilityTestOptions
            {
                Events = [TestEvent.Resume("decide", true), TestEvent.Resume("parcel")],
            });
            await Assert.ThrowsAsync<WorkflowTestException>(() => CompatibilityTest.VerifyAsync(folder, "order-v1", new WaitFor("decide")));
            int states = await CompatibilityTest.VerifyAsync(folder, "order-v1", new Order());
            Assert.Equal(2, states);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static string Essence(string code) => string.Concat(code.Where(character => !char.IsWhiteSpace(character)));

    private static string Source([CallerFilePath] string path = "")
    {
        // A deterministic build replaces source paths, so the search starts at the output folder.
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Workflow.Testing.Tests.csproj")))
        {
            folder = folder.Parent;
        }

        return Path.Combine(folder!.FullName, "Documents", Path.GetFileName(path));
    }

    [GeneratedRegex(
        "^```csharp\n(?<code>.*?)^```",
        RegexOptions.Multiline | RegexOptions.Singleline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex CodeBlock();

    public sealed class Order : Activity<string>
    {
        public Order()
        {
            Variable<bool> isApproved = new("isApproved");
            Implementation = () => new Sequence
            {
                Variables = { isApproved },
                Activities =
                {
                    new Pick
                    {
                        Branches =
                        {
                            new PickBranch { Trigger = new WaitForDecision { Result = isApproved } },
                            new PickBranch { Trigger = new Delay { DisplayName = "Time-out", Duration = TimeSpan.FromDays(3) } },
                        },
                    },
                    new If(context => isApproved.Get(context))
                    {
                        Then = new Sequence { Activities = { new Charge { DisplayName = "Charge" }, new WaitForParcel() } },
                    },
                    new Assign<string> { To = new(context => Result!.Get(context)), Value = new(context => isApproved.Get(context) ? "shipped" : "rejected") },
                },
            };
        }
    }

    private sealed class ShippingCost : CodeActivity<decimal>
    {
        public InArgument<string> Country { get; set; } = null!;

        public InArgument<decimal> Weight { get; set; } = null!;

        protected override decimal Execute(CodeActivityContext context) => 9.50m * (Weight.Get(context) + (Country.Get(context) == "CH" ? 1 : 0));
    }

    private sealed class WaitForDecision : NativeActivity<bool>
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) =>
            context.CreateBookmark("decide", OnDecided);

        private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value) => Result!.Set(context, (bool)value!);
    }

    private sealed class WaitForParcel : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("parcel");
    }

    private sealed class Charge : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => context.GetRequiredExtension<EffectLog>().Add("charge");
    }
}
