using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Definition;

/// <summary>The positions in a tree that an activity object may have, and the activities that may schedule it.</summary>
[Rule("12.2")]
public sealed class TreeTests
{
    private readonly Log _log = new();

    [Fact]
    public void Activity_WithTwoParents_IsAnErrorThatNamesBoth()
    {
        Step shared = new(_log, "shared");
        Definitions.AssertInvalid(
            new Sequence
            {
                DisplayName = "root",
                Activities =
                {
                    new Sequence { DisplayName = "left", Activities = { shared } },
                    new Sequence { DisplayName = "right", Activities = { shared } }
                }
            },
            "'shared'", "'left'", "'right'");
    }

    [Fact]
    public void Activity_TwiceInOneList_IsAnError()
    {
        Step shared = new(_log, "shared");
        Definitions.AssertInvalid(new Sequence { DisplayName = "root", Activities = { shared, shared } }, "'shared'", "'root'");
    }

    [Fact]
    public void Activity_InsideItself_IsAnError()
    {
        Sequence cycle = new() { DisplayName = "cycle" };
        Sequence inner = new() { DisplayName = "inner", Activities = { cycle } };
        cycle.Activities.Add(inner);
        Definitions.AssertInvalid(cycle, "'inner' (cycle/inner): 'cycle'", "inside it");
        Sequence own = new() { DisplayName = "own" };
        own.Activities.Add(own);
        Definitions.AssertInvalid(own, "'own'", "its own child");
    }

    [Fact]
    public void Expression_OfTwoArguments_IsAnError()
    {
        Expr<int> shared = new(_log, "shared", () => 1);
        Definitions.AssertInvalid(new Probe(_log, "probe") { Input = new InArgument<int>(shared), SecondInput = new InArgument<int>(shared) }, "'shared'");
    }

    [Fact]
    public void Delegate_OfTwoActivities_IsAnError()
    {
        ActivityAction shared = new() { DisplayName = "shared" };
        Definitions.AssertInvalid(
            new Probe(_log, "left", new Probe(_log, "right") { Delegates = { shared } }) { DisplayName = "left", Delegates = { shared } },
            "'shared'",
            "'left'");
    }

    [Theory, Lanes]
    public void ImportedChild_CannotBeScheduledByItsImporter(Lane lane)
    {
        Step child = new(_log, "child");
        Declares importer = new("importer", metadata => metadata.AddImportedChild(child));
        importer.Body = context => Assert.Throws<InvalidOperationException>(() => context.ScheduleActivity(child));
        Runner.Run(importer, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Empty(_log.Entries);
    }

    [Theory, Lanes]
    public void ImportedChild_DeclaredByASibling_IsValid(Lane lane)
    {
        Step child = new(_log, "child");
        Declares importer = new("importer", metadata => metadata.AddImportedChild(child));
        Runner.Run(new Sequence { Activities = { importer, new Sequence { Activities = { child } } } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("child");
    }

    [Theory, Lanes]
    public void ImplementationChild_MayBeScheduled(Lane lane)
    {
        Step child = new(_log, "child");
        Declares root = new("root", metadata => metadata.AddImplementationChild(child)) { Body = context => context.ScheduleActivity(child) };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("child");
    }

    [Theory, Lanes]
    public void Implementation_MayUseAPublicChildEvenTwice(Lane lane)
    {
        Variable<int> outer = new("outer", 4);
        Composite composite = null!;
        composite = new Composite("composite", Implement) { Body = new Show<int>(_log, outer) };
        Runner.Run(new Sequence { Variables = { outer }, Activities = { composite } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("4", "4");

        Sequence Implement() => new() { Activities = { composite.Body!, new Sequence { Activities = { composite.Body! } } } };
    }

    [Theory, Lanes]
    public void Implementation_UsingAPublicChildDirectly_RunsIt(Lane lane)
    {
        Composite composite = null!;
        composite = new Composite("composite", () => new Probe(_log, "probe", composite.Body!)) { Body = new Step(_log, "body") };
        Runner.Run(composite, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("probe executes", "body", "probe < body Closed");
    }

    [Fact]
    public void Implementation_UsingAPublicChildOfAnOuterActivity_IsAnError()
    {
        Step body = new(_log, "body");
        Composite inner = new("inner", () => new Sequence { Activities = { body } });
        Definitions.AssertInvalid(new Composite("outer", () => inner) { Body = body }, "'body'");
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_OfAGrandchild_IsRefused(Lane lane)
    {
        Step grandchild = new(_log, "grandchild"), foreign = new(_log, "foreign");
        Probe root = new(_log, "root", new Sequence { Activities = { grandchild } });
        root.Body = context =>
        {
            Assert.Throws<InvalidOperationException>(() => context.ScheduleActivity(grandchild));
            Assert.Throws<InvalidOperationException>(() => context.ScheduleActivity(root));
            Assert.Throws<ArgumentException>(() => context.ScheduleActivity(foreign));
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("12.5")]
    public void Composite_AtRunTime_IsAnInstanceWithOneChild(Lane lane)
    {
        Step implementation = new(_log, "implementation", context => _log.Add(context.ActivityInstanceId));
        Composite composite = new("composite", () => implementation);
        Probe parent = new(_log, "parent", composite);
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("parent executes", "implementation", "3", "parent < composite Closed");
    }

    [Theory, Lanes]
    [Rule("12.5")]
    public void Composite_WithoutImplementation_CompletesAtOnce(Lane lane)
    {
        Runner.Run(new Composite("composite", () => null), lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Bare(), lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("12.5")]
    public void Composite_WithAResult_CopiesNothing(Lane lane)
    {
        CompositeFunction silent = new(() => new Expr<int>(_log, "inner", () => 5));
        Assert.Equal(0, Runner.Run(silent, lane).Outputs["Result"]);
        CompositeFunction writing = new(
            () => new Statements.Assign<int> { To = new OutArgument<int>(new Expressions.ArgumentReference<int>("Result")), Value = 5 });
        Assert.Equal(5, Runner.Run(writing, lane).Outputs["Result"]);
    }

    [Theory, Lanes]
    [Rule("12.5")]
    public void Composite_EvaluatesItsArgumentsBeforeItsImplementation(Lane lane)
    {
        Composite composite = new("composite", () => new Show<int>(_log, new Expressions.ArgumentValue<int>("Input")))
        {
            Input = new InArgument<int>(new Expr<int>(_log, "input", () => 9)),
        };
        Runner.Run(composite, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("input", "9");
    }

    private sealed class Bare : Activity;

    private sealed class CompositeFunction : Activity<int>
    {
        public CompositeFunction(Func<Activity> implementation) => Implementation = implementation;
    }
}
