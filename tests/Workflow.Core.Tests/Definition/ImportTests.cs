using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Definition;

/// <summary>Children and delegates that an activity imports. Another activity declares them, earlier or later in the walk.</summary>
[Rule("12.2")]
public sealed class ImportTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Import_BeforeTheDeclaration_IsValid(Lane lane)
    {
        Variable<int> near = new("near", 3);
        Show<int> child = new(_log, near) { DisplayName = "child" };
        Sequence declaring = new() { DisplayName = "declaring", Variables = { near }, Activities = { child } };
        Runner.Run(new Sequence { Activities = { declaring, Importing(child) } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Same(declaring, child.Parent);
        _log.AssertIs("3");
    }

    [Theory, Lanes]
    public void Import_AfterTheDeclaration_IsValid(Lane lane)
    {
        Variable<int> near = new("near", 3);
        Show<int> child = new(_log, near) { DisplayName = "child" };
        Sequence declaring = new() { Variables = { near }, Activities = { child } };
        Runner.Run(new Sequence { Activities = { Importing(child), declaring } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Same(declaring, child.Parent);
        _log.AssertIs("3");
    }

    [Theory, Lanes]
    public void Import_OfItsOwnDescendants_IsValid(Lane lane)
    {
        Step step = new(_log, "step");
        Sequence nested = new() { Activities = { step } };
        Declares root = new("root", metadata =>
        {
            metadata.AddImportedChild(step);
            metadata.AddChild(nested);
            metadata.AddImportedChild(nested);
            metadata.AddImportedChild(nested);
        })
        {
            Body = context => context.ScheduleActivity(nested),
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Same(nested, step.Parent);
        _log.AssertIs("step");
    }

    [Theory, Lanes]
    public void Import_BySeveralActivities_IsWalkedOnce(Lane lane)
    {
        int walks = 0;
        Declares child = new("child", _ => walks++);
        Runner.Run(new Sequence { Activities = { Importing(child), Importing(child), new Sequence { Activities = { child } }, Importing(child) } }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(1, walks);
    }

    [Fact]
    public void Import_WithoutDeclaration_SeesTheScopeOfItsImporter()
    {
        Variable<int> outer = new("outer"), other = new("other");
        Sequence root = new()
        {
            Variables = { outer },
            Activities =
            {
                new Sequence { Variables = { other } },
                Importing(new Show<int>(_log, outer) { DisplayName = "fine" }, new Show<int>(_log, other) { DisplayName = "wrong" })
            },
        };
        Definitions.AssertInvalid(root, "wrong", "'other'");
    }

    [Fact]
    public void Declaration_TwiceAndImported_IsAnError()
    {
        Step child = new(_log, "child");
        Definitions.AssertInvalid(
            new Sequence
            {
                Activities =
                {
                    new Sequence { DisplayName = "left", Activities = { child } },
                    new Sequence { DisplayName = "right", Activities = { child } },
                    Importing(child)
                }
            },
            "'child'",
            "'left'",
            "'right'");
    }

    [Fact]
    public void Declaration_OfAPublicChildUsedByAnImplementation_IsAnError()
    {
        foreach (bool isFirst in new[] { true, false })
        {
            Step child = new(_log, "child");
            Composite composite = new("composite", () => new Sequence { DisplayName = "hidden", Activities = { child } }) { Body = child };
            Sequence declaring = new() { DisplayName = "declaring", Activities = { child } };
            Definitions.AssertInvalid(
                isFirst ? new Sequence { Activities = { composite, declaring } } : new Sequence { Activities = { declaring, composite } },
                "inside its implementation, at 'hidden'", "'child' is used by 'declaring' and by 'hidden'");
        }
    }

    [Fact]
    [Rule("12.1")]
    public void Ids_OfImports_FollowTheOrderOfTheWalk()
    {
        Step leaf = new(_log, "leaf"), first = new(_log, "first"), last = new(_log, "last"), hidden = new(_log, "hidden"), handled = new(_log, "handled");
        Sequence body = new() { DisplayName = "body", Activities = { leaf } };
        Composite composite = new("composite", () => hidden) { Body = body, Action = new ActivityAction { Handler = handled } };
        Sequence root = new() { DisplayName = "root", Activities = { first, composite, last } };
        Definitions.Freeze(root);
        Assert.Equal(
            ["root 1", "last 2", "composite 3", "handled 4", "hidden 3.1", "body 5", "leaf 6", "first 7"],
            new Activity[] { root, last, composite, handled, hidden, body, leaf, first }.Select(activity => $"{activity.DisplayName} {activity.Id}"));
        Assert.Same(leaf, WorkflowInspectionServices.Resolve(root, "6"));
        Assert.Equal([body, hidden, handled], WorkflowInspectionServices.GetActivities(composite));
    }

    [Fact]
    [Rule("12.4")]
    public void Errors_OfImports_FollowTheOrderOfTheWalk()
    {
        Composite composite = new("composite", () => Wrong("hidden")) { Body = new Sequence { DisplayName = "body", Activities = { Wrong("leaf") } } };
        string[] lines = Definitions.ErrorsOf(new Sequence { DisplayName = "root", Activities = { Wrong("first"), composite, Wrong("last") } })
            .Split(Environment.NewLine);
        Assert.Equal(
            [
                "'last' (root/last): wrong",
                "'composite' (root/composite): inside its implementation, at 'hidden' (root/composite/hidden): wrong",
                "'leaf' (root/composite/body/leaf): wrong",
                "'first' (root/first): wrong",
            ],
            lines[1..]);
    }

    [Fact]
    [Rule("12.4")]
    public void Constraints_OfAnAncestor_SeeImports()
    {
        Constraint subtree = Rules.OnTree(place => new GetChildSubtree { ValidationContext = place }, (_, found) => Names(found));
        Constraint tree = Rules.OnTree(place => new GetWorkflowTree { ValidationContext = place }, (_, found) => Names(found));
        Composite composite = new("composite", () => new Step(_log, "hidden"))
        {
            Body = new Sequence { DisplayName = "body", Activities = { new Step(_log, "leaf") } }
        };
        Constrained root = new(_log, "root", new Step(_log, "first"), new Constrained(_log, "middle", composite).With(subtree, tree));
        string[] lines = Definitions.ErrorsOf(root).Split(Environment.NewLine);
        Assert.Equal(
            ["'middle' (root/middle): composite hidden body leaf", "'middle' (root/middle): root middle composite hidden first body leaf"],
            lines[1..].Select(line => string.Join(' ', line.Split(' '))));

        static string Names(Activity[] activities) => string.Join(' ', activities.Select(activity => activity.DisplayName));
    }

    [Theory, Lanes]
    public void ImportedDelegate_BeforeOrAfterTheDeclaration_IsValid(Lane lane)
    {
        foreach (bool importsLast in new[] { true, false })
        {
            DelegateInArgument<int> item = new("item");
            ActivityAction<int> body = new() { Argument = item, Handler = new Show<int>(_log, item) };
            ForEach<int> declaring = new() { Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2 }), Body = body };
            Sequence root = importsLast
                ? new Sequence { Activities = { declaring, ImportingDelegate(body) } }
                : new Sequence { Activities = { ImportingDelegate(body), declaring } };
            Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
            Assert.Same(declaring, body.Owner);
            _log.AssertIs("1", "2");
            _log.Clear();
        }
    }

    [Theory, Lanes]
    public void ImportedDelegate_OfAComposite_IsUsedByItsImplementation(Lane lane)
    {
        DelegateInArgument<int> item = new("item");
        ActivityAction<int> body = new() { Argument = item, Handler = new Show<int>(_log, item) };
        Hosting host = new() { Body = body };
        Runner.Run(new Sequence { Activities = { host, new Step(_log, "after") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("4", "after");
    }

    [Fact]
    public void ImportedDelegate_UsedDeepInAnImplementation_IsAnError()
    {
        ActivityAction body = new() { DisplayName = "body", Handler = new Step(_log, "step") };
        Composite inner = new("inner", () => new InvokeAction { Action = body });
        Definitions.AssertInvalid(new Composite("outer", () => inner) { Action = body }, "'body'");
    }

    [Fact]
    public void ImportedDelegate_WithoutHandler_IsValid() => Definitions.AssertValid(new Sequence { Activities = { ImportingDelegate(new ActivityAction()) } });

    private static Declares Importing(params Activity[] imports) => new("importing", metadata => Array.ForEach(imports, metadata.AddImportedChild));

    private static Declares ImportingDelegate(ActivityDelegate import) => new("importing", metadata => metadata.AddImportedDelegate(import));

    private static Declares Wrong(string name) => new(name, metadata => metadata.AddValidationError("wrong"));

    private sealed class Hosting : Activity
    {
        public Hosting() => Implementation = () => new InvokeAction<int> { Action = Body, Argument = 4 };

        public ActivityAction<int>? Body { get; set; }
    }
}
