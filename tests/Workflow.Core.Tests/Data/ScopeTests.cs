using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Data;

/// <summary>The visibility of arguments and variables, at definition time and at run time.</summary>
[Rule("4.8")]
public sealed class ScopeTests
{
    private readonly Log _log = new();
    private readonly Variable<int> _outer = new("outer", 1);
    private readonly Variable<int> _hidden = new("hidden", 2);

    [Theory, Lanes]
    public void PublicChild_SeesPublicVariablesOfItsParentAndOutward(Lane lane)
    {
        Variable<int> middle = new("middle", 5);
        Probe parent = new(_log, "parent", Read(_outer), Read(middle)) { Variables = { middle } };
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { parent } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["5", "parent < Show<Int32> Closed", "1", "parent < Show<Int32> Closed"], _log.Entries[1..]);
    }

    [Fact]
    public void PublicChild_CannotSeeItsParentsArguments() =>
        Definitions.AssertInvalid(new Probe(_log, "parent", ReadArgument("Input")) { Input = 1 }, "'Input'");

    [Fact]
    public void PublicChild_CannotSeeItsParentsImplementationVariables() =>
        Definitions.AssertInvalid(new Probe(_log, "parent", Read(_hidden)) { PrivateVariables = { _hidden } }, "'hidden'");

    [Fact]
    public void Sibling_CannotSeeAVariable() =>
        Definitions.AssertInvalid(new Sequence { Activities = { new Sequence { Variables = { _outer } }, Read(_outer) } }, "'outer'");

    [Fact]
    public void PublicHandler_SeesPublicVariablesAndItsDelegatesArguments()
    {
        DelegateInArgument<int> argument = new();
        Definitions.AssertValid(new Probe(_log, "parent")
        {
            Variables = { _outer },
            Delegates =
            {
                new ActivityAction<int> { Argument = argument, Handler = new Sequence { Activities = { Read(_outer), new Show<int>(_log, argument) } } },
            },
        });
    }

    [Fact]
    public void DelegateArgument_OutsideItsHandler_IsAnError()
    {
        DelegateInArgument<int> argument = new("argument");
        Definitions.AssertInvalid(
            new Probe(_log, "parent", new Show<int>(_log, argument)) { Delegates = { new ActivityAction<int> { Argument = argument } } }, "'argument'");
    }

    [Theory, Lanes]
    public void Implementation_SeesArgumentsAndImplementationVariables(Lane lane)
    {
        Activity argument = ReadArgument("Number"), variable = Read(_hidden);
        Declares root = new("root", metadata =>
        {
            metadata.AddArgument(new RuntimeArgument("Number", typeof(int), ArgumentDirection.In));
            metadata.AddImplementationVariable(_hidden);
            metadata.AddImplementationChild(argument);
            metadata.AddImplementationChild(variable);
        })
        {
            Body = context =>
            {
                context.ScheduleActivity(variable);
                context.ScheduleActivity(argument);
            },
        };
        Runner.Run(root, lane, new Dictionary<string, object?> { ["Number"] = 6 }).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("6", "2");
    }

    [Fact]
    public void Implementation_CannotSeePublicVariables()
    {
        Variable<int> own = new("own");
        Definitions.AssertInvalid(new Composite("composite", () => Read(own)) { Variable = own }, "'own'");
        Definitions.AssertInvalid(new Sequence { Variables = { _outer }, Activities = { new Composite("composite", () => Read(_outer)) } }, "'outer'");
    }

    [Theory, Lanes]
    public void ArgumentExpression_SeesTheScopeAroundTheActivity(Lane lane)
    {
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { Read(_outer) } }, lane);
        _log.AssertIs("1");
    }

    [Fact]
    public void ArgumentExpression_CannotSeeTheActivitysOwnVariables()
    {
        Variable<int> own = new("own");
        Definitions.AssertInvalid(new Probe(_log, "probe") { Variables = { own }, Input = own }, "'own'");
        Definitions.AssertInvalid(new Probe(_log, "probe") { PrivateVariables = { _hidden }, Input = _hidden }, "'hidden'");
    }

    [Fact]
    public void ArgumentExpression_CannotSeeTheActivitysOtherArguments() =>
        Definitions.AssertInvalid(new Probe(_log, "probe") { Input = 1, SecondInput = new InArgument<int>(new ArgumentValue<int>("Input")) }, "'Input'");

    [Theory, Lanes]
    public void Body_ReadsItsOwnArgumentsAndImplementationVariablesOnly(Lane lane)
    {
        Variable<int> open = new("open", 3);
        Probe probe = new(_log, "probe") { Input = 4, Variables = { open }, PrivateVariables = { _hidden } };
        probe.Body = context =>
        {
            _log.Add($"{probe.Input.Get(context)} {_hidden.Get(context)} {context.GetValue(_hidden)}");
            Assert.Throws<InvalidOperationException>(() => open.Get(context));
            Assert.Throws<InvalidOperationException>(() => open.Set(context, 1));
            Assert.Throws<InvalidOperationException>(() => context.GetValue(open));
            Assert.Throws<InvalidOperationException>(() => context.GetLocation<int>(open));
            Assert.Throws<InvalidOperationException>(() => _outer.Get(context));
        };
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { probe } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("4 2 2", _log.Entries[1]);
    }

    [Theory, Lanes]
    public void Body_OfACodeActivity_CannotReadForeignLocations(Lane lane)
    {
        Probe other = new(_log, "other") { Input = 1 };
        Step step = new(_log, "step", context =>
        {
            Assert.Throws<InvalidOperationException>(() => _outer.Get(context));
            Assert.Throws<InvalidOperationException>(() => other.Input.Get(context));
        });
        other.Children.Add(step);
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { other } }, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Lambda_OfAnExpression_ReadsTheRunTimeScopeChain(Lane lane)
    {
        Probe parent = new(_log, "parent") { Input = 11, PrivateVariables = { _hidden } };
        parent.Children.Add(new Note(_log, context => $"{parent.Input.Get(context)} {_hidden.Get(context)} {_outer.Get(context)}"));
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { parent } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("11 2 1", _log.Entries);
    }

    [Theory, Lanes]
    public void Lambda_VariableOutsideTheScopeChain_Faults(Lane lane)
    {
        Sequence root = new() { Activities = { new Sequence { Variables = { _outer } }, new Note(_log, context => $"{_outer.Get(context)}") } };
        Assert.IsType<InvalidOperationException>(Runner.Run(root, lane).Reason);
    }

    [Theory, Lanes]
    public void Lambda_ReadingAVariableOfAnotherTree_Faults(Lane lane)
    {
        Definitions.AssertValid(new Sequence { Variables = { _outer } });
        Assert.IsType<InvalidOperationException>(Runner.Run(new Note(_log, context => $"{_outer.Get(context)}"), lane).Reason);
    }

    [Theory, Lanes]
    public void Lambda_InAHandler_ReadsTheValuesOfItsPass(Lane lane)
    {
        DelegateInArgument<int> item = new();
        Variable<int> copy = new("copy") { Default = new DelegateArgumentValue<int>(item) };
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2, 3 }),
            Body = new ActivityAction<int>
            {
                Argument = item,
                Handler = new Sequence { Variables = { copy }, Activities = { new Note(_log, context => $"{copy.Get(context)}{item.Get(context)}") } },
            },
        };
        Runner.Run(loop, lane);
        _log.AssertIs("11", "22", "33");
    }

    [Fact]
    public void References_WithoutTarget_AreErrors()
    {
        Definitions.AssertInvalid(new Show<int>(_log, new VariableValue<int>()));
        Definitions.AssertInvalid(new Show<int>(_log, new DelegateArgumentValue<int>()));
        Definitions.AssertInvalid(new Show<int>(_log, new ArgumentValue<int>()));
        Definitions.AssertInvalid(new Put<int> { To = new VariableReference<int>() });
        Definitions.AssertInvalid(new Put<int> { To = new DelegateArgumentReference<int>() });
        Definitions.AssertInvalid(new Put<int> { To = new ArgumentReference<int>() });
    }

    [Fact]
    public void References_OfAnotherType_AreErrors()
    {
        Definitions.AssertInvalid(
            new Sequence { Variables = { _outer }, Activities = { new Show<string>(_log, new VariableValue<string>(_outer)) } },
            "Int32",
            "String");
        Definitions.AssertInvalid(
            new Sequence { Variables = { _outer }, Activities = { new Put<object>("x") { To = new VariableReference<object>(_outer) } } },
            "Int32",
            "Object");
    }

    [Theory, Lanes]
    public void VariableValue_OfABaseType_ReadsTheValue(Lane lane)
    {
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { new Show<object>(_log, new VariableValue<object>(_outer)) } }, lane);
        _log.AssertIs("1");
    }

    [Theory, Lanes]
    [Rule("4.9")]
    public void Location_KeptByTheAuthor_SurvivesItsActivity(Lane lane)
    {
        List<Location<int>> kept = [];
        Probe child = new(_log, "child") { Input = 1, PrivateVariables = { new Variable<int>("v", 100) } };
        child.Body = context =>
        {
            Location<int> place = (Location<int>)child.PrivateVariables[0].GetLocation(context);
            Assert.Same(place, child.PrivateVariables[0].GetLocation(context));
            place.Value += kept.Count;
            kept.Add(place);
        };
        Probe parent = new(_log, "parent", child)
        {
            Body = context =>
            {
                context.ScheduleActivity(child);
                context.ScheduleActivity(child);
            },
        };
        Runner.Run(parent, lane);
        Runner.Run(parent, lane);
        Assert.Equal([100, 101, 102, 103], kept.Select(place => place.Value));
        kept[0].Value = 5;
        Runner.Run(parent, lane);
        Assert.Equal([5, 101, 102, 103, 104, 105], kept.Select(place => place.Value));
    }

    [Theory, Lanes]
    [Rule("4.9")]
    public void Location_OfAReference_SurvivesItsScope(Lane lane)
    {
        Location<int>? kept = null;
        VariableReference<int> reference = new(_outer);
        Keep keep = new(place => kept = place) { Place = new InArgument<Location<int>>(reference) };
        Sequence scope = new() { Variables = { _outer }, Activities = { keep } };
        Sequence root = new()
        {
            Activities = { scope, new Sequence { Variables = { new Variable<int>("other", 77) }, Activities = { new Step(_log, "step") } } }
        };
        Runner.Run(root, lane);
        Assert.Equal(1, kept!.Value);
        Location<int> first = kept;
        first.Value = 9;
        Runner.Run(root, lane);
        Assert.NotSame(first, kept);
        Assert.Equal((9, 1), (first.Value, kept.Value));
    }

    private Show<int> Read(Variable<int> variable) => new(_log, variable);

    private Show<int> ReadArgument(string name) => new(_log, new ArgumentValue<int>(name));

    private sealed class Keep(Action<Location<int>> keep) : CodeActivity
    {
        public InArgument<Location<int>>? Place { get; set; }

        protected override void Execute(CodeActivityContext context) => keep(Place!.Get(context));
    }
}
