using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Data;

/// <summary>The message of the exception if a lambda reads a location that no enclosing activity declares.</summary>
[Rule("4.8")]
public sealed class UndeclaredPlaceTests
{
    private readonly Log _log = new();
    private readonly Variable<string> _forgotten = new("forgotten");

    [Theory, Lanes]
    public void Lambda_OfAnArgument_NamesVariableAndActivity(Lane lane) =>
        Refuses(new WriteLine { DisplayName = "greet", Text = new InArgument<string>(context => _forgotten.Get(context)) }, "'greet'", lane);

    [Theory, Lanes]
    public void Lambda_ThroughTheContext_NamesVariableAndActivity(Lane lane) =>
        Refuses(
            new Show<string>(_log, new InArgument<string>(context => context.GetValue<string>((LocationReference)_forgotten))) { DisplayName = "show" },
            "'show'",
            lane);

    [Theory, Lanes]
    public void Lambda_OfACondition_NamesVariableAndActivity(Lane lane) =>
        Refuses(new While(context => _forgotten.Get(context) is null) { DisplayName = "loop", Body = new Step(_log, "step") }, "'loop'", lane);

    [Theory, Lanes]
    public void Lambda_OfADefault_NamesVariableAndActivity(Lane lane) => Refuses(
        new Sequence { DisplayName = "scope", Variables = { new Variable<string>("other", context => _forgotten.Get(context)) } }, "'scope'", lane);

    [Theory, Lanes]
    public void Lambda_OfATarget_NamesVariableAndActivity(Lane lane) => Refuses(
        new Assign<string> { DisplayName = "set", To = new OutArgument<string>(context => _forgotten.Get(context)), Value = "text" }, "'set'", lane);

    [Theory, Lanes]
    public void Lambda_BesideTheDeclaringActivity_NamesVariableAndActivity(Lane lane)
    {
        Sequence declaring = new() { Variables = { _forgotten }, Activities = { new Show<string>(_log, _forgotten) } };
        Show<string> beside = new(_log, new InArgument<string>(context => _forgotten.Get(context))) { DisplayName = "beside" };
        Refuses(new Sequence { Activities = { declaring, beside } }, "'beside'", lane);
    }

    [Theory, Lanes]
    public void Lambda_DelegateArgumentOutsideItsHandler_NamesIt(Lane lane)
    {
        DelegateInArgument<int> item = new("item");
        string message = Assert.IsType<InvalidOperationException>(
            Runner.Run(new Show<int>(_log, new InArgument<int>(context => item.Get(context))) { DisplayName = "show" }, lane).Reason).Message;
        Assert.All(["'item'", "'show'", "delegate"], text => Assert.Contains(text, message, StringComparison.Ordinal));
    }

    [Theory, Lanes]
    [Rule("12.3")]
    public void Lambda_VariableOfAnotherWorkflow_NamesBothWorkflows(Lane lane)
    {
        Runner.Run(new Sequence { DisplayName = "first", Variables = { _forgotten } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Show<string> show = new(_log, new InArgument<string>(context => _forgotten.Get(context))) { DisplayName = "show" };
        string message = Assert.IsType<InvalidOperationException>(
            Runner.Run(new Sequence { DisplayName = "second", Activities = { show } }, lane).Reason).Message;
        Assert.All(["'forgotten'", "'first'", "'show'", "'second'"], text => Assert.Contains(text, message, StringComparison.Ordinal));
    }

    [Fact]
    public void Expression_WithoutLambda_IsAnErrorOfTheDefinition() => Definitions.AssertInvalid(
        new Show<string>(_log, _forgotten) { DisplayName = "show" },
        "'VariableValue<String>'",
        "'forgotten'",
        "declare it in Variables of an enclosing activity");

    [Theory, Lanes]
    public void Code_OfAnActivity_IsAskedToBindAnArgument(Lane lane)
    {
        Step step = new(_log, "step", context => _forgotten.Get(context));
        Assert.Contains("bind an argument", Runner.Run(new Sequence { Activities = { step } }, lane).Reason!.Message, StringComparison.Ordinal);
    }

    private static void Refuses(Activity workflow, string activity, Lane lane)
    {
        string message = Assert.IsType<InvalidOperationException>(Runner.Run(workflow, lane).Reason).Message;
        Assert.All(
            ["The variable 'forgotten'", activity, "declare it in Variables of an enclosing activity"],
            text => Assert.Contains(text, message, StringComparison.Ordinal));
    }
}
