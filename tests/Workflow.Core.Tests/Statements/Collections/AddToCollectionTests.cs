using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.12")]
[Rule("19")]
public sealed class AddToCollectionTests : CollectionTests
{
    protected override Activity Create(InArgument<ICollection<string?>>? collection, InArgument<string?>? item) =>
        new AddToCollection<string?> { Collection = collection!, Item = item };

    [Theory, Lanes]
    public void Item_IsAdded(Lane lane)
    {
        List<string?> items = ["a"];
        RunOn(items, "b", lane);
        RunOn(items, null, lane);
        Assert.Equal(["a", "b", null], items);
    }

    [Theory, Lanes]
    public void Item_Missing_AddsDefault(Lane lane)
    {
        List<int> items = [];
        Runner.Run(new AddToCollection<int> { Collection = new(_ => items) }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([0], items);
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Collection_ReadOnly_FaultsActivity(Lane lane) =>
        Fails<NotSupportedException>(new AddToCollection<int> { Collection = new(_ => new[] { 1 }), Item = 2 }, lane);

    [Theory, Lanes]
    public void Item_InLoop_IsAddedEachTime(Lane lane)
    {
        List<int> items = [];
        ForEach<int> loop = new()
        {
            Values = new(_ => new[] { 1, 2, 3 }),
            Body = Handlers.Action<int>(item => new AddToCollection<int> { Collection = new(_ => items), Item = item }),
        };
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([1, 2, 3], items);
    }
}
