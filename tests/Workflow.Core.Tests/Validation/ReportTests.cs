using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Validation;

/// <summary>What the author of an invalid definition is told.</summary>
[Rule("12.4")]
public sealed class ReportTests
{
    private readonly Log _log = new();

    [Fact]
    public void Report_HasOneLineAnErrorParentFirstAndLastSiblingFirst()
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
    public void Report_OfSeveralErrorsOfOneActivity_KeepsTheirOrder()
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
    public void Report_IsCutAt4096Characters()
    {
        Sequence root = new();
        for (int i = 0; i < 100; i++)
        {
            root.Activities.Add(Wrong($"activity {i}"));
        }

        string report = Definitions.ErrorsOf(root);
        Assert.Equal(4096, report.Length);
        Assert.EndsWith("...", report, StringComparison.Ordinal);
        Assert.Contains("'activity 99'", report, StringComparison.Ordinal);
    }

    [Fact]
    public void Report_OfAnErrorInsideAnImplementation_NamesTheActivityThatTheAuthorKnows()
    {
        Composite inner = new("inner", () => new Sequence { DisplayName = "hidden", Activities = { Wrong("deep") } });
        Composite outer = new("outer", () => inner);
        Definitions.AssertInvalid(new Sequence { DisplayName = "root", Activities = { outer } }, "'outer' (root/outer): ", "inside", "'deep'");
    }

    [Fact]
    public void Warnings_DoNotStopARun()
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
    public void RequiredArgument_ThatIsUnbound_IsAnErrorBelowTheRoot()
    {
        Definitions.AssertInvalid(new Sequence { Activities = { new Demanding() } }, "'Demanding'", "'Needed'");
        Definitions.AssertInvalid(new Sequence { Activities = { new Demanding { Needed = new InArgument<int>() } } }, "'Needed'");
        Definitions.AssertValid(new Sequence { Activities = { new Demanding { Needed = 1 } } });
        Definitions.AssertValid(new Demanding());
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
    public async Task InvalidDefinition_OfInvokeAsync_IsItsTasksFault()
    {
        Task run = WorkflowInvoker.InvokeAsync(Wrong("wrong"));
        await Assert.ThrowsAsync<InvalidWorkflowException>(() => run.WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public void Construction_OfAnInvalidDefinition_IsAllowed() => Assert.NotNull(new WorkflowInvoker(Wrong("wrong")));

    [Fact]
    public void ValidationError_SaysWhereItCameFrom()
    {
        ValidationError error = new("wrong", isWarning: false, "Property", "detail");
        Declares child = new("child", metadata => metadata.AddValidationError(error));
        Definitions.ErrorsOf(new Sequence { Activities = { child } });
        Assert.Same(child, error.Source);
        Assert.Equal("2", error.Id);
        Assert.Equal(("wrong", "Property", "detail", "wrong"), (error.Message, error.PropertyName, (string)error.SourceDetail!, error.ToString()));
    }

    private static Declares Wrong(string name) => new(name, metadata => metadata.AddValidationError("This is wrong in a way that takes some words to say."));

    private sealed class Demanding : CodeActivity
    {
        [RequiredArgument]
        public InArgument<int>? Needed { get; set; }

        protected override void Execute(CodeActivityContext context)
        {
        }
    }
}
