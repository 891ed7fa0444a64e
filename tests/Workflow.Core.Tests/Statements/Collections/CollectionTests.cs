using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>The common tests of the four collection activities.</summary>
public abstract class CollectionTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected abstract Activity Create(InArgument<ICollection<string?>>? collection, InArgument<string?>? item);

    protected override Activity Sample() => Create(new(_ => Marked()), new(_ => "x"));

    [Theory, Lanes]
    [Rule("18.12")]
    public void Collection_Null_ThrowsInvalidOperation(Lane lane)
    {
        Activity activity = Create(new(_ => null!), null);
        activity.DisplayName = "the activity";
        Assert.Contains("'the activity'", Fails<InvalidOperationException>(activity, lane).Message, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("12.4")]
    public void Collection_Missing_IsInvalid() => Invalid.AssertBelowARoot(Create(null, new(_ => "x")), "'Collection'");

    [Theory, Lanes]
    [Rule("4.11")]
    public void Collection_ExpressionThrows_Propagates(Lane lane) => Runner.Run(Create(new(_ => throw _boom), new(_ => "x")), lane).AssertUnhandled(_boom);

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_CollectionWaits_ChangesNothing(Lane lane)
    {
        List<string?> items = ["x"];
        Running running = Runner.Start(Create(new(new WaitFor<ICollection<string?>>(Log, "collection") { IsDeaf = true }), new(_ => "x")), lane);
        running.Cancel();
        running.Resume("collection", items);
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal(["x"], items);
    }

    private protected Ended RunOn(ICollection<string?> items, string? item, Lane lane)
    {
        Ended ended = Runner.Run(Create(new(_ => items), new(_ => item)), lane);
        ended.AssertCompleted(ActivityInstanceState.Closed);
        return ended;
    }

    private List<string?> Marked()
    {
        Log.Add("collection");
        return ["x"];
    }
}
