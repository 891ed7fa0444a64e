using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using static Workflow.Core.Tests.StatementsTests.Bookings;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests valid and invalid definitions.</summary>
[Rule("12.4")]
public sealed class CompensationRuleTests
{
    private readonly Log _log = new();

    private Bookings Bookings => new(_log);

    public static TheoryData<string> Handlers => ["compensation", "confirmation", "cancellation"];

    [Theory, MemberData(nameof(Handlers))]
    [Rule("11.3")]
    public void CompensableActivity_InHandler_IsInvalid(string handler) =>
        Invalid.AssertBelowARoot(With(handler, Bookings.New("inner")), "'inner' is inside a handler of another compensable activity");

    [Theory, MemberData(nameof(Handlers))]
    [Rule("11.3")]
    public void CompensableActivity_NestedInHandler_IsInvalid(string handler) =>
        Invalid.AssertBelowARoot(
            With(
                handler,
                InOrder(
                    new Step(_log, "first"),
                    new Composite("composite", () => new InvokeAction { Action = new ActivityAction { Handler = Bookings.New("inner") } }))),
            "'inner'", "is inside a handler of another compensable activity");

    [Fact]
    public void CompensableActivity_InBody_IsValid() => FrozenDefinition.Of(Bookings.New("outer", InOrder(Bookings.New("inner"))));

    [Fact]
    public void CompensableActivity_InVariableDefault_IsValid()
    {
        Variable<CompensationToken> token = new() { Default = Bookings.New("inner") };
        CompensableActivity outer = Bookings.New("outer");
        outer.Variables.Add(token);
        FrozenDefinition.Of(outer);
    }

    [Theory, MemberData(nameof(Handlers))]
    [Rule("11.4")]
    public void WithoutTarget_InHandler_IsValid(string handler) =>
        FrozenDefinition.Of(With(handler, InOrder(new Composite("composite", () => InOrder(Undo(), Keep())), Undo())));

    [Fact]
    [Rule("11.4")]
    public void WithoutTarget_OutsideHandler_IsInvalid()
    {
        Invalid.AssertBelowARoot(Undo(), "'Compensate' has no target and is not inside a handler");
        Invalid.AssertBelowARoot(Bookings.New("a", InOrder(Keep())), "'Confirm' has no target and is not inside a handler");
    }

    [Fact]
    [Rule("11.4")]
    public void WithoutTarget_UnboundArgument_IsInvalid() =>
        Invalid.AssertBelowARoot(new Compensate { Target = new InArgument<CompensationToken>() }, "'Compensate' has no target");

    [Fact]
    public void WithoutTarget_ValidatedAgain_IsInvalid()
    {
        // The first walk assigns the missing argument.
        Compensate activity = Undo();
        Invalid.AssertBelowARoot(activity, "'Compensate' has no target");
        Invalid.AssertBelowARoot(activity, "'Compensate' has no target");
    }

    [Fact]
    [Rule("10.4")]
    public void CompensableActivity_InTransaction_IsInvalid() =>
        Invalid.AssertBelowARoot(
            new TransactionScope { Body = InOrder(new Composite("composite", () => Bookings.New("a"))) },
            "'a' is inside 'TransactionScope', which undoes its work by a transaction");

    [Fact]
    [Rule("12.2")]
    public void Handler_UsedTwice_IsInvalid()
    {
        Step shared = new(_log, "shared");
        CompensableActivity outer = Bookings.New("outer");
        outer.CompensationHandler = shared;
        outer.ConfirmationHandler = shared;
        Invalid.AssertRoot(outer, "'shared' is used by 'outer'");
    }

    [Fact]
    [Rule("4.8")]
    public void Handler_ReadsVariableOfBody_IsInvalid()
    {
        Variable<int> inside = new("inside");
        CompensableActivity outer = Bookings.New("outer", Within([inside]));
        outer.CompensationHandler = new Show<int>(_log, inside);
        Invalid.AssertRoot(outer, "'inside' is not in scope");
    }

    [Fact]
    [Rule("12.1")]
    public void Ids_OfHandlers_AreInIdSpaceOfActivity()
    {
        CompensableActivity outer = Bookings.New("outer");
        FrozenDefinition.Of(outer);
        Assert.Equal(
            ["1", "2", "3", "4", "5"],
            ((Activity[])[outer, outer.CancellationHandler!, outer.ConfirmationHandler!, outer.CompensationHandler!, outer.Body!])
                .Select(activity => activity.Id));
    }

    [Theory, Lanes]
    [Rule("12.3")]
    public void Handlers_ChangedAfterFirstRun_KeepEffect(Lane lane)
    {
        CompensableActivity root = Bookings.New("a");
        Runner.Run(root, lane);
        root.ConfirmationHandler = null;
        Runner.Run(root, lane);
        _log.AssertIs("a", "keep a", "a", "keep a");
    }

    private CompensableActivity With(string handler, Activity activity)
    {
        CompensableActivity outer = Bookings.Bare("outer");
        outer.CompensationHandler = handler == "compensation" ? activity : null;
        outer.ConfirmationHandler = handler == "confirmation" ? activity : null;
        outer.CancellationHandler = handler == "cancellation" ? activity : null;
        return outer;
    }
}
