using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Validation;

/// <summary>Tests constraints: the time of their evaluation, the activities that they can read, and the handling of their errors.</summary>
[Rule("12.4")]
public sealed class ConstraintTests
{
    private readonly Log _log = new();

    [Fact]
    public void Constraint_RunsBetweenActivityAndChildren()
    {
        Definitions.AssertValid(Node("root", Node("a", Node("a1")).With(Logging()), Node("b")).With(Logging()));
        _log.AssertIs("root declares", "root checked", "b declares", "a declares", "a checked", "a1 declares");
    }

    [Fact]
    public void Constraint_ReportsError_MakesDefinitionInvalid()
    {
        Definitions.AssertInvalid(
            Node("root", Node("child").With(Rules.On(activity => $"{activity.DisplayName} is bad"))),
            "'child' (root/child): child is bad");
        Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(Node("child").With(Rules.On(_ => "bad"))));
    }

    [Fact]
    public void Constraint_ReportsNothing_HasNoEffect()
    {
        Constrained root = Node("root").With(Rules.On(_ => null));
        WorkflowInvoker.Invoke(root);
        Assert.Equal("1", root.Id);
    }

    [Fact]
    public void Constraint_Throws_IsErrorOfActivity() => Definitions.AssertInvalid(
        Node("root", Node("child").With(Rules.On(_ => throw new InvalidOperationException("broken rule")))), "'child' (root/child): ", "broken rule");

    [Fact]
    public void Constraint_InvalidDefinition_IsErrorOfActivity()
    {
        Constraint<Activity> constraint = new()
        {
            DisplayName = "crooked",
            Body = new ActivityAction<Activity, ValidationContext> { Handler = new Assign<int>() },
        };
        Assert.Contains(
            "'root' (root): The constraint 'crooked' could not be evaluated",
            Definitions.ErrorsOf(Node("root").With(constraint)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Constraint_WrongType_IsError() =>
        Definitions.AssertInvalid(Node("root").With(new Constraint<Sequence>()), "'root'", "Sequence");

    [Fact]
    public void Constraint_WithoutBody_DoesNothing() => Definitions.AssertValid(Node("root").With(new Constraint<Activity>()));

    [Fact]
    public void Constraint_OfConstraint_IsNotEvaluated()
    {
        Constraint<Activity> constraint = new()
        {
            Body = new ActivityAction<Activity, ValidationContext> { Handler = Node("inside").With(Logging()) },
        };
        Definitions.AssertValid(Node("root").With(constraint));
        _log.AssertIs("root declares", "inside declares");
    }

    [Fact]
    public void Constraint_Shared_RunsForEachActivity()
    {
        Constraint shared = Rules.On(activity => activity.DisplayName);
        string[] lines = Definitions.ErrorsOf(Node("root", Node("a").With(shared), Node("b").With(shared)).With(shared)).Split(Environment.NewLine);
        Assert.Equal(["'root' (root): root", "'b' (root/b): b", "'a' (root/a): a"], lines[1..]);
        Definitions.AssertInvalid(Node("other").With(shared), "'other' (other): other");
    }

    [Fact]
    public void Constraints_OfOneActivity_RunInOrder()
    {
        string[] lines = Definitions.ErrorsOf(Node("root").With(Rules.On(_ => "one"), Rules.On(_ => "two"))).Split(Environment.NewLine);
        Assert.Equal(["'root' (root): one", "'root' (root): two"], lines[1..]);
    }

    [Fact]
    public void Constraint_MayWait()
    {
        Constraint<Activity> slow = new()
        {
            Body = new ActivityAction<Activity, ValidationContext>
            {
                Handler = new Sequence { Activities = { new Yielding(), new AddValidationError { Message = "late" } } },
            },
        };
        Definitions.AssertInvalid(Node("root").With(slow), "late");
    }

    [Fact]
    public void ParentChain_IsParentFirstRootLast()
    {
        Constraint rule = Rules.OnTree(place => new GetParentChain { ValidationContext = place }, (_, chain) => Names(chain));
        string[] lines = Definitions.ErrorsOf(Node("root", Node("middle", Node("leaf").With(rule))).With(rule)).Split(Environment.NewLine);
        Assert.Equal(["'root' (root): ", "'leaf' (root/middle/leaf): middle root"], lines[1..]);
    }

    [Fact]
    public void ChildSubtree_ContainsAllDescendants()
    {
        Constraint rule = Rules.OnTree(place => new GetChildSubtree { ValidationContext = place }, (_, subtree) => Names(subtree));
        Constrained root = Node("root", Node("a", Node("a1", Node("a11")), Node("a2")).With(rule), Node("b", Node("b1")));
        Definitions.AssertInvalid(root, "'a' (root/a): a2 a1 a11");
    }

    [Fact]
    public void ChildSubtree_ContainsExpressionsHandlersAndImplementations()
    {
        Constraint rule = Rules.OnTree(
            place => new GetChildSubtree { ValidationContext = place },
            (_, subtree) => Names([.. subtree.OrderBy(found => found.DisplayName, StringComparer.Ordinal)]));
        Probe probe = new(_log, "probe")
        {
            Input = new InArgument<int>(new Expr<int>(_log, "expression", () => 1)),
            Delegates = { new ActivityAction { Handler = new Composite("handler", () => new Step(_log, "implementation")) } },
        };
        Definitions.AssertInvalid(Node("root", probe).With(rule), "'root' (root): expression handler implementation probe");
    }

    [Fact]
    public void ChildSubtree_WalksOnceAndKeepsOrder()
    {
        Constraint rule = Rules.OnTree(
            place => new GetChildSubtree { ValidationContext = place },
            (activity, subtree) => $"{activity.DisplayName} holds {subtree.Length}");
        Constrained wrong = Node("wrong");
        wrong.Errors.Add("error");
        Constrained root = Node("root", Node("a", wrong).With(rule), Node("b", Node("b1")).With(rule)).With(rule);
        string[] lines = Definitions.ErrorsOf(root).Split(Environment.NewLine);
        Assert.Equal(["'root' (root): root holds 4", "'b' (root/b): b holds 1", "'a' (root/a): a holds 1", "'wrong' (root/a/wrong): error"], lines[1..]);
        _log.AssertIs("root declares", "b declares", "b1 declares", "a declares", "wrong declares");
        Assert.Equal("5", wrong.Id);
    }

    [Fact]
    public void WorkflowTree_FromAnyActivity_IsWholeTree()
    {
        Constraint rule = Rules.OnTree(place => new GetWorkflowTree { ValidationContext = place }, (_, tree) => Names(tree));
        Constrained root = Node("root", Node("a", Node("a1").With(rule)), Node("b").With(rule), Node("c", Node("c1")));
        string[] lines = Definitions.ErrorsOf(root).Split(Environment.NewLine);
        Assert.Equal(["'b' (root/b): root c c1 b a a1", "'a1' (root/a/a1): root c c1 b a a1"], lines[1..]);
        Assert.Equal(6, _log.Entries.Length);
    }

    [Fact]
    public void WorkflowTree_ManyActivities_DoesNotRecurse()
    {
        Constraint rule = Rules.OnTree(place => new GetWorkflowTree { ValidationContext = place }, (_, tree) => tree.Length == 1001 ? null : "incomplete");
        Definitions.AssertValid(Node("root", [.. Enumerable.Range(0, 1000).Select(i => Node($"{i}").With(rule))]).With(rule));
    }

    [Fact]
    [Rule("5.10")]
    public void CacheMetadata_ThrowsDuringConstraint_ReachesCaller()
    {
        InvalidOperationException thrown = new("metadata");
        Constraint rule = Rules.OnTree(place => new GetChildSubtree { ValidationContext = place }, (_, _) => null);
        Constrained root = Node("root", new Declares("child", _ => throw thrown)).With(rule);
        Assert.Same(thrown, Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(root)));
    }

    [Fact]
    public void TreeActivities_WithoutContext_ReturnNothing()
    {
        Assert.Empty(WorkflowInvoker.Invoke(new GetParentChain()));
        Assert.Empty(WorkflowInvoker.Invoke(new GetChildSubtree()));
        Assert.Empty(WorkflowInvoker.Invoke(new GetWorkflowTree()));
    }

    [Fact]
    public void AddValidationError_SetsAllProperties()
    {
        Constraint<Activity> rule = Of(new AddValidationError { Message = "careful", IsWarning = true, PropertyName = "Property" });
        Constrained child = Node("child").With(rule);
        ValidationError warning = Assert.Single(ActivityValidationServices.Validate(Node("root", child)).Warnings);
        Assert.Equal(("careful", true, "Property", "2"), (warning.Message, warning.IsWarning, warning.PropertyName, warning.Id));
        Assert.Same(child, warning.Source);
    }

    [Fact]
    public void AddValidationError_NothingSet_AddsEmptyError()
    {
        ValidationError error = Assert.Single(ActivityValidationServices.Validate(Node("root").With(Of(new AddValidationError()))).Errors);
        Assert.Equal((string.Empty, string.Empty), (error.Message, error.PropertyName));
    }

    [Theory]
    [InlineData(true, 0)]
    [InlineData(false, 1)]
    public void AssertValidation_AssertionFalse_ReportsError(bool holds, int expected)
    {
        Constraint<Activity> rule = Of(new AssertValidation { Assertion = holds, Message = "careful", IsWarning = true, PropertyName = "Property" });
        ValidationResults results = ActivityValidationServices.Validate(Node("root").With(rule));
        Assert.Empty(results.Errors);
        Assert.Equal(expected, results.Warnings.Count);
        Assert.All(results.Warnings, warning => Assert.Equal(("careful", "Property"), (warning.Message, warning.PropertyName)));
    }

    [Fact]
    public void AssertValidation_WithoutAssertion_ReportsError() =>
        Assert.Single(ActivityValidationServices.Validate(Node("root").With(Of(new AssertValidation { Message = "unbound" }))).Errors);

    [Fact]
    public void AddValidationError_OutsideConstraint_Faults()
    {
        Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(new AddValidationError { DisplayName = "lost" }));
        Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(new AssertValidation()));
        WorkflowInvoker.Invoke(new AssertValidation { Assertion = true });
    }

    [Fact]
    public void AddValidationError_Method_RefusesNull()
    {
        Assert.Throws<ArgumentNullException>(() => Constraint.AddValidationError(null!, new ValidationError("x")));
        Probe probe = new(_log, "probe") { Body = context => Assert.Throws<ArgumentNullException>(() => Constraint.AddValidationError(context, null!)) };
        WorkflowInvoker.Invoke(probe);
    }

    [Fact]
    public void AddValidationError_Method_WorksInsideConstraint()
    {
        Probe probe = new(_log, "probe") { Body = context => Constraint.AddValidationError(context, new ValidationError("by code")) };
        Definitions.AssertInvalid(Node("root").With(Of(probe)), "'root' (root): by code");
    }

    [Fact]
    public void Constraint_RunDirectly_NeedsInputs() => Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(new Constraint<Activity>()));

    [Fact]
    public void Constraint_InsideImplementation_IsReportedOutside()
    {
        Composite composite = new("composite", () => Node("hidden").With(Rules.On(_ => "bad")));
        Definitions.AssertInvalid(
            new Sequence { DisplayName = "root", Activities = { composite } },
            "'composite' (root/composite): inside its implementation",
            "'hidden'",
            "bad");
    }

    [Fact]
    public async Task Constraint_ManyThreads_IsEvaluatedForEach()
    {
        Constraint shared = Rules.On(activity => activity.DisplayName);
        string[][] found = await Task.WhenAll(Enumerable.Range(0, 8).Select(thread => Task.Run(() => Enumerable.Range(0, 50)
            .Select(i => ActivityValidationServices.Validate(Node($"{thread} {i}").With(shared)).Errors.Single().Message)
            .ToArray()))).WaitAsync(HangGuard.Limit);
        Assert.All(found.Index(), thread => Assert.Equal(Enumerable.Range(0, 50).Select(i => $"{thread.Index} {i}"), thread.Item));
    }

    private static Constraint<Activity> Of(Activity body) => new() { Body = new ActivityAction<Activity, ValidationContext> { Handler = body } };

    private static string Names(Activity[] activities) => string.Join(' ', activities.Select(activity => activity.DisplayName));

    private Constrained Node(string name, params Activity[] children) => new(_log, name, children);

    private Constraint<Activity> Logging() => Rules.On(activity =>
    {
        _log.Add($"{activity.DisplayName} checked");
        return null;
    });

    private sealed class Yielding : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => await Task.Yield();
    }
}
