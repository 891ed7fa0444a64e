using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Definition;

/// <summary>The walk over a definition before its run, and the search for activities in the definition.</summary>
public sealed class InspectionTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("12.3")]
    public void CacheMetadata_BeforeARun_WalksOnce()
    {
        Constrained root = Node("root", Node("child"));
        WorkflowInspectionServices.CacheMetadata(root);
        WorkflowInvoker.Invoke(root);
        _log.AssertIs("root declares", "child declares");
    }

    [Fact]
    [Rule("12.3")]
    public void CacheMetadata_CalledTwice_WalksTwice()
    {
        int implementations = 0;
        Composite composite = new("composite", () =>
        {
            implementations++;
            return Node("hidden");
        });
        WorkflowInspectionServices.CacheMetadata(composite);
        WorkflowInspectionServices.CacheMetadata(composite);
        WorkflowInvoker.Invoke(composite);
        Assert.Equal(2, implementations);
    }

    [Fact]
    [Rule("12.3")]
    public void CacheMetadata_AfterAChange_SeesIt()
    {
        Sequence root = new() { Activities = { Node("first") } };
        WorkflowInspectionServices.CacheMetadata(root);
        root.Activities.Add(Node("second"));
        WorkflowInspectionServices.CacheMetadata(root);
        WorkflowInvoker.Invoke(root);
        Assert.Equal("2", root.Activities[1].Id);
    }

    [Fact]
    [Rule("12.3")]
    public void CacheMetadata_OfARootThatHasRun_IsRefused()
    {
        Constrained child = Node("child"), root = Node("root", child);
        WorkflowInvoker.Invoke(root);
        Assert.Contains(
            "'root'",
            Assert.Throws<InvalidOperationException>(() => WorkflowInspectionServices.CacheMetadata(root)).Message,
            StringComparison.Ordinal);
        Assert.Contains(
            "'root'",
            Assert.Throws<InvalidOperationException>(() => WorkflowInspectionServices.CacheMetadata(child)).Message,
            StringComparison.Ordinal);
        WorkflowInvoker.Invoke(root);
    }

    [Fact]
    [Rule("12.3")]
    public void CacheMetadata_OfAMovedUnusedRoot_MakesItARootAgain()
    {
        Constrained inner = Node("inner"), outer = Node("outer", inner);
        WorkflowInspectionServices.CacheMetadata(inner);
        WorkflowInspectionServices.CacheMetadata(outer);
        WorkflowInspectionServices.CacheMetadata(inner);
        WorkflowInvoker.Invoke(inner);
        Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(outer));
    }

    [Theory, Lanes]
    [Rule("12.3")]
    public void Child_RunAsARoot_LeavesItsTree(Lane lane)
    {
        Step step = new(_log, "step");
        Sequence inner = new() { Activities = { step } }, outer = new() { Activities = { inner } };
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(inner, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.IsType<ArgumentException>(Runner.Run(outer, lane).Reason);
        _log.AssertIs("step", "step");
    }

    [Fact]
    [Rule("12.3")]
    public void CacheMetadata_OfAnInvalidDefinition_ThrowsAndKeepsNothing()
    {
        Constrained root = Node("root");
        root.Errors.Add("wrong");
        Assert.Contains(
            "wrong",
            Assert.Throws<InvalidWorkflowException>(() => WorkflowInspectionServices.CacheMetadata(root)).Message,
            StringComparison.Ordinal);
        root.Errors.Clear();
        WorkflowInvoker.Invoke(root);
        Assert.Equal(2, _log.Entries.Length);
    }

    [Fact]
    [Rule("12.1")]
    public void Resolve_FindsEveryActivityByItsId()
    {
        Step deep = new(_log, "deep"), other = new(_log, "other");
        Composite inner = new("inner", () => deep), outer = new("outer", () => new Sequence { DisplayName = "middle", Activities = { other, inner } });
        Sequence root = new() { Activities = { outer } };
        Assert.Same(root, WorkflowInspectionServices.Resolve(root, "1"));
        Assert.Same(outer, WorkflowInspectionServices.Resolve(root, "2"));
        Assert.Equal("middle", WorkflowInspectionServices.Resolve(root, "2.1").DisplayName);
        Assert.Same(inner, ActivityValidationServices.Resolve(root, "2.2"));
        Assert.Same(deep, WorkflowInspectionServices.Resolve(root, "2.2.1"));
        Assert.Same(other, WorkflowInspectionServices.Resolve(other, "2.3"));
    }

    [Theory]
    [InlineData("3")]
    [InlineData("0")]
    [InlineData("1.1")]
    [InlineData("2.1")]
    [Rule("12.1")]
    public void Resolve_OfAnUnknownId_IsRefused(string id)
    {
        ArgumentException refused = Assert.Throws<ArgumentException>(() => WorkflowInspectionServices.Resolve(Node("root", Node("child")), id));
        Assert.Contains($"'{id}'", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("x")]
    [InlineData("1.")]
    [InlineData(".1")]
    [InlineData("1..2")]
    [InlineData("-1")]
    [InlineData("+1")]
    [InlineData(" 1")]
    [InlineData("1,2")]
    [InlineData("99999999999")]
    [Rule("12.1")]
    public void Resolve_OfAMalformedId_IsRefused(string id) => Assert.Throws<FormatException>(() => WorkflowInspectionServices.Resolve(Node("root"), id));

    [Fact]
    [Rule("12.1")]
    public void Resolve_OfNull_IsRefused()
    {
        Assert.Throws<ArgumentNullException>(() => WorkflowInspectionServices.Resolve(null!, "1"));
        Assert.Throws<ArgumentNullException>(() => WorkflowInspectionServices.Resolve(Node("root"), null!));
        Assert.Throws<ArgumentException>(() => WorkflowInspectionServices.Resolve(Node("root"), string.Empty));
    }

    [Fact]
    [Rule("12.1")]
    public void Resolve_OfAnInvalidDefinition_Throws()
    {
        Constrained root = Node("root");
        root.Errors.Add("wrong");
        Assert.Throws<InvalidWorkflowException>(() => WorkflowInspectionServices.Resolve(root, "1"));
    }

    [Fact]
    [Rule("12.1")]
    public void GetActivities_OfAnActivity_FollowsTheOrderOfDeclaration()
    {
        RuntimeArgument one = new("one", typeof(int), ArgumentDirection.In), two = new("two", typeof(int), ArgumentDirection.In);
        Declares root = new("root", metadata =>
        {
            metadata.AddDelegate(new ActivityAction { Handler = Node("handler") });
            metadata.AddDelegate(new ActivityAction());
            metadata.AddImportedDelegate(new ActivityAction { Handler = Node("imported handler") });
            metadata.AddImplementationDelegate(new ActivityAction { Handler = Node("inner handler") });
            metadata.AddImplementationChild(Node("inner child"));
            metadata.AddImportedChild(Node("imported child"));
            metadata.AddChild(Node("child 1"));
            metadata.AddChild(Node("child 2", Node("grandchild")));
            metadata.AddImplementationVariable(new Variable<int> { Default = new Literal<int>(1) { DisplayName = "inner default" } });
            metadata.AddVariable(new Variable<int> { Default = new Literal<int>(1) { DisplayName = "default" } });
            metadata.AddVariable(new Variable<int>());
            metadata.AddArgument(one);
            metadata.AddArgument(two);
            metadata.Bind(new InArgument<int>(new Literal<int>(1) { DisplayName = "first" }) { EvaluationOrder = 1 }, one);
            metadata.Bind(new InArgument<int>(new Literal<int>(1) { DisplayName = "second" }) { EvaluationOrder = 2 }, two);
        });
        Assert.Equal(
            [
                "first", "second", "default", "inner default", "child 1", "child 2", "imported child", "inner child", "handler", "imported handler",
                "inner handler"
            ],
            WorkflowInspectionServices.GetActivities(root).Select(activity => activity.DisplayName));
        Activity child = WorkflowInspectionServices.GetActivities(root).Single(activity => activity.DisplayName == "child 2");
        Assert.Equal(["grandchild"], WorkflowInspectionServices.GetActivities(child).Select(activity => activity.DisplayName));
        Assert.Empty(WorkflowInspectionServices.GetActivities(WorkflowInspectionServices.GetActivities(child).Single()));
    }

    [Fact]
    [Rule("12.3")]
    public void GetActivities_BeforeARun_WalksOnce()
    {
        Constrained root = Node("root");
        Assert.Empty(WorkflowInspectionServices.GetActivities(root));
        Assert.Empty(WorkflowInspectionServices.GetActivities(root));
        WorkflowInvoker.Invoke(root);
        _log.AssertIs("root declares");
    }

    [Fact]
    [Rule("12.3")]
    public void GetActivities_OfAPartOfAValidatedTree_DoesNotMakeItARoot()
    {
        Constrained leaf = Node("leaf"), child = Node("child", leaf), root = Node("root", child);
        ActivityValidationServices.Validate(root);
        Assert.Equal([leaf], WorkflowInspectionServices.GetActivities(child));
        Assert.Equal("2", child.Id);
    }

    [Fact]
    [Rule("12.3")]
    public void GetActivities_OfARemovedPart_TakesItAsARoot()
    {
        Constrained child = Node("child");
        Sequence root = new() { Activities = { child } };
        ActivityValidationServices.Validate(root);
        root.Activities.Clear();
        Assert.Empty(WorkflowInspectionServices.GetActivities(child));
        Assert.Equal("1", child.Id);
    }

    [Fact]
    public void GetActivities_OfNull_IsRefused() => Assert.Throws<ArgumentNullException>(() => WorkflowInspectionServices.GetActivities(null!));

    [Fact]
    [Rule("8.2")]
    public void CanInduceIdle_OfAnActivity_ExcludesItsChildren()
    {
        Assert.True(WorkflowInspectionServices.CanInduceIdle(new Probe(_log, "probe")));
        Assert.False(WorkflowInspectionServices.CanInduceIdle(new Probe(_log, "probe") { MayWait = false }));
        Assert.True(WorkflowInspectionServices.CanInduceIdle(new Operation(_log, "operation")));
        Assert.False(WorkflowInspectionServices.CanInduceIdle(new Step(_log, "step")));
        Assert.False(WorkflowInspectionServices.CanInduceIdle(new Sequence { Activities = { new Probe(_log, "probe") } }));
        Assert.Throws<ArgumentNullException>(() => WorkflowInspectionServices.CanInduceIdle(null!));
    }

    private Constrained Node(string name, params Activity[] children) => new(_log, name, children);
}
