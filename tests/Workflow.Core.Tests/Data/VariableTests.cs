using Workflow.Core.Tests.TestKit;
using Workflow.Definition;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Data;

/// <summary>Variables: their slots, defaults, modifiers and names.</summary>
public sealed class VariableTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("4.1")]
    public void Slots_OfAnActivity_AreArgumentsThenVariables()
    {
        Variable<int> open = new("open"), hidden = new("hidden");
        Probe probe = new(_log, "probe") { Input = 1, Variables = { open }, PrivateVariables = { hidden } };
        Definitions.Freeze(probe);
        Assert.Equal((3, 4), (open.Slot, hidden.Slot));
        Assert.Equal([0, 1, 2], new Argument[] { probe.Input, probe.SecondInput!, probe.Output! }.Select(argument => argument.Slot).Order());
    }

    [Fact]
    [Rule("4.1")]
    public void Slots_OfAHandler_AreItsDelegatesArguments()
    {
        DelegateInArgument<int> argument = new();
        ActivityAction<int> action = new() { Argument = argument, Handler = new Step(_log, "handler") };
        Program program = Definitions.Freeze(new Probe(_log, "probe") { Delegates = { action } });
        Assert.Equal(0, argument.Slot);
        Assert.Single(program.Shapes[program.Delegates[0].Shape]);
    }

    [Theory, Lanes]
    [Rule("4.6")]
    public void Defaults_Inline_AreComputedInOrderImplementationFirst(Lane lane)
    {
        Probe probe = new(_log, "probe")
        {
            Variables = { Inline("public 1"), Inline("public 2") },
            PrivateVariables = { Inline("private 1"), Inline("private 2") },
        };
        Runner.Run(probe, lane);
        _log.AssertIs("private 1", "private 2", "public 1", "public 2", "probe executes");
    }

    [Theory, Lanes]
    [Rule("4.6")]
    public void Defaults_Scheduled_RunInReverseOrder(Lane lane)
    {
        Probe probe = new(_log, "probe")
        {
            Variables = { Scheduled("public 1"), Inline("inline"), Scheduled("public 2") },
            PrivateVariables = { Scheduled("private 1"), Scheduled("private 2") },
        };
        Runner.Run(probe, lane);
        _log.AssertIs("inline", "public 2", "public 1", "private 2", "private 1", "probe executes");
    }

    [Theory, Lanes]
    [Rule("4.6")]
    public void Defaults_Waiting_ArePendingTogetherAndDelayTheBody(Lane lane)
    {
        Variable<int> first = new("first") { Default = new WaitFor<int>(_log, "w1") };
        Variable<int> second = new("second") { Default = new WaitFor<int>(_log, "w2") };
        Probe probe = new(_log, "probe") { PrivateVariables = { first, second } };
        probe.Body = context => _log.Add($"{first.Get(context)} {second.Get(context)}");
        Running running = Runner.Start(probe, lane);
        _log.AssertIs("w2 waits", "w1 waits");
        running.Resume("w2", 2);
        Assert.True(running.IsIdle);
        running.Resume("w1", 1);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("1 2", _log.Entries[^1]);
    }

    [Theory, Lanes]
    [Rule("4.6")]
    public void Defaults_ComeAfterTheArguments(Lane lane)
    {
        Probe probe = new(_log, "probe") { Input = new InArgument<int>(new WaitFor<int>(_log, "w")), Variables = { Inline("default") } };
        Running running = Runner.Start(probe, lane);
        _log.AssertIs("w waits");
        running.Resume("w", 1);
        running.End();
        _log.AssertIs("w waits", "default", "probe executes");
    }

    [Theory, Lanes]
    [Rule("4.7")]
    public void Default_ReadingASibling_SeesOnlyEarlierValues(Lane lane)
    {
        Variable<int> second = new("second", 2);
        Variable<int> first = new("first") { Default = new VariableValue<int>(second) };
        Variable<int> third = new("third") { Default = new VariableValue<int>(second) };
        Runner.Run(
            new Sequence
            {
                Variables = { first, second, third },
                Activities = { new Note(_log, context => $"{first.Get(context)} {third.Get(context)}") }
            },
            lane);
        _log.AssertIs("0 2");
    }

    [Theory, Lanes]
    [Rule("4.7")]
    public void Default_OfAnImplementationVariable_ReadsItsScope(Lane lane)
    {
        Variable<int> outer = new("outer", 3);
        Variable<int> fromOuter = new("fromOuter") { Default = new VariableValue<int>(outer) };
        Variable<int> fromArgument = new("fromArgument") { Default = new ArgumentValue<int>("Input") };
        Probe probe = new(_log, "probe") { Input = 8, PrivateVariables = { fromOuter, fromArgument } };
        probe.Body = context => _log.Add($"{fromOuter.Get(context)} {fromArgument.Get(context)}");
        Runner.Run(new Sequence { Variables = { outer }, Activities = { probe } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("probe executes", "3 8");
    }

    [Fact]
    [Rule("4.7")]
    public void Default_OfAPublicVariable_CannotReadAnArgument() =>
        Definitions.AssertInvalid(
            new Probe(_log, "probe") { Input = 8, Variables = { new Variable<int>("v") { Default = new ArgumentValue<int>("Input") } } }, "'Input'");

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Rule("4.7")]
    public void Default_CannotReadAnImplementationVariable(bool isPublic)
    {
        Variable<int> hidden = new("hidden", 1);
        Variable<int> reader = new("reader") { Default = new VariableValue<int>(hidden) };
        Probe probe = new(_log, "probe") { PrivateVariables = { hidden } };
        (isPublic ? probe.Variables : probe.PrivateVariables).Add(reader);
        Definitions.AssertInvalid(probe, "'hidden'");
    }

    [Theory, Lanes]
    [Rule("4.14")]
    public void ReadOnlyVariable_IsFilledByItsDefaultAndRefusesSet(Lane lane)
    {
        Variable<int> fixedValue = new("fixedValue", 4) { Modifiers = VariableModifiers.ReadOnly };
        Probe probe = new(_log, "probe") { PrivateVariables = { fixedValue } };
        probe.Body = context =>
        {
            _log.Add($"{fixedValue.Get(context)}");
            Assert.Throws<InvalidOperationException>(() => fixedValue.Set(context, 5));
            Assert.Throws<InvalidOperationException>(() => ((Variable)fixedValue).Set(context, 5));
            Assert.Throws<InvalidOperationException>(() => context.SetValue(fixedValue, 5));
            _log.Add($"{fixedValue.Get(context)}");
        };
        Runner.Run(probe, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("probe executes", "4", "4");
    }

    [Fact]
    [Rule("4.14")]
    public void ReadOnlyVariable_AsTheTargetOfAReference_IsAnError()
    {
        Variable<int> fixedValue = new("fixedValue", 4) { Modifiers = VariableModifiers.ReadOnly };
        Definitions.AssertInvalid(
            new Sequence { Variables = { fixedValue }, Activities = { new Put<int>(1) { To = fixedValue } } },
            "'fixedValue'",
            "read-only");
    }

    [Fact]
    [Rule("4.15")]
    [Rule("12.9")]
    public void Names_SharedWithAPublicVariable_AreValid()
    {
        Definitions.AssertValid(new Probe(_log, "probe") { Variables = { new Variable<int>("Input") } });
        Definitions.AssertValid(new Probe(_log, "probe") { Variables = { new Variable<int>("v") }, PrivateVariables = { new Variable<int>("v") } });
    }

    [Fact]
    [Rule("4.15")]
    [Rule("12.9")]
    public void Names_OfArgumentAndImplementationVariable_AreAnError() =>
        Definitions.AssertInvalid(new Probe(_log, "probe") { PrivateVariables = { new Variable<int>("Input") } }, "'probe'", "'Input'");

    [Fact]
    [Rule("12.9")]
    public void Names_SharedByVariablesOfOneList_AreAnError()
    {
        Definitions.AssertInvalid(new Probe(_log, "probe") { Variables = { new Variable<int>("v"), new Variable<string>("v") } }, "'v'");
        Definitions.AssertInvalid(new Probe(_log, "probe") { PrivateVariables = { new Variable<int>("v"), new Variable<string>("v") } }, "'v'");
    }

    [Theory, Lanes]
    [Rule("12.9")]
    public void Names_MissingOrHidingOuterOnes_AreValid(Lane lane)
    {
        Variable<int> outer = new("v", 1), inner = new("v", 2);
        Sequence root = new()
        {
            Variables = { outer, new Variable<int>(), new Variable<int>(), new Variable<int>(string.Empty) },
            Activities =
            {
                new Sequence { Variables = { inner }, Activities = { new Note(_log, context => $"{outer.Get(context)} {inner.Get(context)}") } },
            },
        };
        Runner.Run(root, lane);
        _log.AssertIs("1 2");
    }

    [Fact]
    [Rule("12.9")]
    public void Variable_OfTwoActivities_IsAnError()
    {
        Variable<int> shared = new("shared");
        Definitions.AssertInvalid(new Sequence { Variables = { shared }, Activities = { new Sequence { Variables = { shared } } } }, "'shared'");
    }

    [Fact]
    public void Create_OfARunTimeType_MakesTheTypedVariable()
    {
        Variable variable = Variable.Create("name", typeof(string), VariableModifiers.Mapped);
        Assert.IsType<Variable<string>>(variable);
        Assert.Equal(("name", typeof(string), VariableModifiers.Mapped), (variable.Name, variable.Type, variable.Modifiers));
        Assert.Throws<ArgumentException>(() => variable.Default = new Literal<int>(1));
    }

    private Variable<int> Inline(string name) => new(name, _ =>
    {
        _log.Add(name);
        return 0;
    });

    private Variable<int> Scheduled(string name) => new(name) { Default = new Compute<int>(_log, name, _ => 0) };
}
