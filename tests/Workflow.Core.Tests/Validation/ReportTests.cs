using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Validation;

/// <summary>Tests the error report of an invalid definition.</summary>
[Rule("12.4")]
public sealed class ReportTests
{
    private readonly Log _log = new();

    [Fact]
    public void Report_HasOneLinePerErrorParentFirst()
    {
        string report = Definitions.ErrorsOf(new Sequence
        {
            DisplayName = "root",
            Activities =
            {
                Wrong("first"),
                new Probe(_log, "parent", Wrong("child")) { PrivateVariables = { new Variable<int>("Input") } },
            },
        });
        string[] lines = report.Split(Environment.NewLine);
        Assert.Equal(4, lines.Length);
        Assert.StartsWith("'parent' (root/parent): ", lines[1], StringComparison.Ordinal);
        Assert.StartsWith("'child' (root/parent/child): ", lines[2], StringComparison.Ordinal);
        Assert.StartsWith("'first' (root/first): ", lines[3], StringComparison.Ordinal);
    }

    [Fact]
    public void Report_SeveralErrorsOfActivity_KeepsOrder()
    {
        string[] lines = Definitions.ErrorsOf(new Declares("root", metadata =>
        {
            metadata.AddValidationError("one");
            metadata.AddValidationError(new ValidationError("two", isWarning: false, "Property"));
            metadata.SetValidationErrorsCollection([new ValidationError("three")]);
        })).Split(Environment.NewLine);
        Assert.Equal(["'root' (root): one", "'root' (root): two", "'root' (root): three"], lines[1..]);
    }

    [Fact]
    public void Report_LongerThan4096Characters_OmitsWholeErrors()
    {
        Sequence root = new();
        for (int i = 0; i < 100; i++)
        {
            root.Activities.Add(Wrong($"activity {i}"));
        }

        string[] lines = Definitions.ErrorsOf(root).Split(Environment.NewLine);
        Assert.InRange(lines.Sum(line => line.Length + Environment.NewLine.Length), 3900, 4096);
        Assert.StartsWith("'activity 99'", lines[1], StringComparison.Ordinal);
        Assert.All(lines[1..^1], line => Assert.EndsWith("some words to say.", line, StringComparison.Ordinal));
        Assert.Equal($"... and {100 - (lines.Length - 2)} more errors.", lines[^1]);
    }

    [Fact]
    public void Report_OneLongError_IsTruncated()
    {
        string report = Definitions.ErrorsOf(new Declares("root", metadata => metadata.AddValidationError(new string('x', 10_000))));
        Assert.InRange(report.Length, 3900, 4096);
        Assert.EndsWith("xxx ...", report, StringComparison.Ordinal);
    }

    [Fact]
    public void Report_DeepTree_ShortensPathInMiddle()
    {
        Activity tree = Wrong("deepest");
        for (int i = 0; i < 3000; i++)
        {
            tree = new Sequence { DisplayName = $"level {i}", Activities = { tree } };
        }

        string[] lines = Definitions.ErrorsOf(new Sequence { DisplayName = "root", Activities = { tree } }).Split(Environment.NewLine);
        Assert.Equal(2, lines.Length);
        Assert.StartsWith("'deepest' (root/level 2999/level 2998/", lines[1], StringComparison.Ordinal);
        Assert.Matches("/level [0-9]+/\\.\\.\\. 2,[0-9]{3} more \\.\\.\\./level [0-9]+/", lines[1]);
        Assert.EndsWith("/level 1/level 0/deepest): This is wrong in a way that takes some words to say.", lines[1], StringComparison.Ordinal);
        Assert.InRange(lines[1].Length, 500, 700);
    }

    [Fact]
    public void Report_DeepImplementation_ShortensPathInMiddle()
    {
        Activity tree = Wrong("deepest");
        for (int i = 0; i < 3000; i++)
        {
            tree = new Sequence { Activities = { tree } };
        }

        string[] lines = Definitions.ErrorsOf(new Composite("outer", () => tree)).Split(Environment.NewLine);
        Assert.Contains("at 'deepest' (outer/Sequence/Sequence/", lines[1], StringComparison.Ordinal);
        Assert.EndsWith("/Sequence/deepest): This is wrong in a way that takes some words to say.", lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public void Report_LongName_ShortensNameInMiddle()
    {
        string line = Definitions.ErrorsOf(new Sequence { Activities = { Wrong("begin" + new string('x', 10_000) + "end") } }).Split(Environment.NewLine)[1];
        Assert.Contains("'beginxxx", line, StringComparison.Ordinal);
        Assert.Contains("xxxend' (Sequence/beginxxx", line, StringComparison.Ordinal);
        Assert.EndsWith("xxxend): This is wrong in a way that takes some words to say.", line, StringComparison.Ordinal);
    }

    [Fact]
    public void Path_SameNames_HasPropertyAndIndex()
    {
        string[] lines = Definitions.ErrorsOf(new Sequence
        {
            DisplayName = "root",
            Activities =
            {
                new Sequence { Activities = { Wrong("a") } },
                new Sequence { Activities = { Wrong("b") } },
                new If(_ => true) { Then = new Sequence { Activities = { Wrong("c") } }, Else = new Sequence { Activities = { Wrong("d") } } },
                new Pick
                {
                    Branches =
                    {
                        new PickBranch { Trigger = Wrong("e") },
                        new PickBranch { Trigger = Wrong("f"), Action = Wrong("f") },
                        new PickBranch { DisplayName = "named", Trigger = Wrong("g") },
                    },
                },
                new Switch<int>(_ => 1) { Cases = { [7] = Wrong("h"), [8] = Wrong("h") }, Default = Wrong("i") },
                new Probe(_log, "probe") { Delegates = { new ActivityAction { Handler = Wrong("j") }, new ActivityAction { Handler = Wrong("j") } } },
            },
        }).Split(Environment.NewLine);
        Assert.Equal(
            [
                "root.Activities[0]/Sequence/a",
                "root.Activities[1]/Sequence/b",
                "root/If.Else/Sequence/d",
                "root/If.Then/Sequence/c",
                "root/Pick.Branches[0]/PickBranch/e",
                "root/Pick.Branches[1]/PickBranch.Action/f",
                "root/Pick.Branches[1]/PickBranch.Trigger/f",
                "root/Pick/named/g",
                "root/Switch<Int32>.Cases[7]/h",
                "root/Switch<Int32>.Cases[8]/h",
                "root/Switch<Int32>/i",
                "root/probe.Delegates[0]/j",
                "root/probe.Delegates[1]/j",
            ],
            lines[1..].Select(line => line[(line.IndexOf('(', StringComparison.Ordinal) + 1)..line.IndexOf("):", StringComparison.Ordinal)])
                .Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Report_ErrorInsideImplementation_NamesOuterActivity()
    {
        Composite inner = new("inner", () => new Sequence { DisplayName = "hidden", Activities = { Wrong("deep") } });
        Composite outer = new("outer", () => inner);
        Definitions.AssertInvalid(new Sequence { DisplayName = "root", Activities = { outer } }, "'outer' (root/outer): ", "inside", "'deep'");
    }

    [Fact]
    public void Warnings_DoNotPreventRun()
    {
        Declares root = new("root", metadata =>
        {
            metadata.AddValidationError(new ValidationError("careful", isWarning: true));
            Assert.False(metadata.HasViolations);
        });
        WorkflowInvoker.Invoke(root);
    }

    [Fact]
    public void Warnings_AreNotReportedWithErrors()
    {
        Declares root = new("root", metadata =>
        {
            metadata.AddValidationError(new ValidationError("careful", isWarning: true));
            metadata.AddValidationError("wrong");
            Assert.True(metadata.HasViolations);
        });
        Definitions.AssertInvalid(root, "wrong");
    }

    [Fact]
    public void RequiredArgument_UnboundBelowRoot_IsInvalid()
    {
        Definitions.AssertInvalid(new Sequence { Activities = { new RequiresArgument() } }, "'RequiresArgument'", "'Needed'");
        Definitions.AssertInvalid(new Sequence { Activities = { new RequiresArgument { Needed = new InArgument<int>() } } }, "'Needed'");
        Definitions.AssertValid(new Sequence { Activities = { new RequiresArgument { Needed = 1 } } });
        Definitions.AssertValid(new RequiresArgument());
    }

    [Fact]
    public void InvalidDefinition_NeverStarts()
    {
        Sequence root = new() { Activities = { new Step(_log, "step"), Wrong("wrong") } };
        Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(root));
        Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(root));
        Assert.Empty(_log.Entries);
    }

    [Fact]
    public async Task InvalidDefinition_InvokeAsync_FaultsTask()
    {
        Task run = WorkflowInvoker.InvokeAsync(Wrong("wrong"));
        await Assert.ThrowsAsync<InvalidWorkflowException>(() => run.WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public void Construction_InvalidDefinition_IsAllowed() => Assert.NotNull(new WorkflowInvoker(Wrong("wrong")));

    [Fact]
    public void ValidationError_HasSourceAndId()
    {
        ValidationError error = new("wrong", isWarning: false, "Property", "detail");
        Declares child = new("child", metadata => metadata.AddValidationError(error));
        Definitions.ErrorsOf(new Sequence { Activities = { child } });
        Assert.Same(child, error.Source);
        Assert.Equal("2", error.Id);
        Assert.Equal(("wrong", "Property", "detail", "wrong"), (error.Message, error.PropertyName, (string)error.SourceDetail!, error.ToString()));
    }

    private static Declares Wrong(string name) => new(name, metadata => metadata.AddValidationError("This is wrong in a way that takes some words to say."));

    private sealed class RequiresArgument : CodeActivity
    {
        [RequiredArgument]
        public InArgument<int>? Needed { get; set; }

        protected override void Execute(CodeActivityContext context)
        {
        }
    }
}
