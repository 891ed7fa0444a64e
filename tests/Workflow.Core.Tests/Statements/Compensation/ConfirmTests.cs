using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using static Workflow.Core.Tests.StatementsTests.Bookings;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("11.3")]
[Rule("19")]
public sealed class ConfirmTests : TargetTests
{
    private readonly Variable<CompensationToken> _token = Token();

    protected override string Verb => "keep";

    protected override string OppositeVerb => "undo";

    protected override string OppositeState => "compensated";

    private protected override Activity Use(InArgument<CompensationToken> target) => new Confirm { Target = target };

    private protected override Activity UseOpposite(Variable<CompensationToken> target) => Undo(target);

    private protected override void SetHandler(CompensableActivity booking, Activity handler) => booking.ConfirmationHandler = handler;

    [Theory, Lanes]
    [Rule("11.4")]
    public void Order_WithHandlers_IsOuterFirstThenLastInside(Lane lane)
    {
        Runner.Run(Within([_token], Bookings.Outer(hasHandlers: true, _token), Keep(_token), new Step(Log, "after")), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c", "keep outer", "keep c", "keep b", "keep a", "after");
    }
}
