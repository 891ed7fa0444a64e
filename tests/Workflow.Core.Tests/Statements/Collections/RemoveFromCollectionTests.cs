using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.12")]
[Rule("19")]
public sealed class RemoveFromCollectionTests : CollectionTests
{
    protected override Activity Create(InArgument<ICollection<string?>>? collection, InArgument<string?>? item) =>
        new RemoveFromCollection<string?> { Collection = collection!, Item = item };

    [Theory, Lanes]
    public void Item_Present_IsRemovedOnceAndReturnsTrue(Lane lane)
    {
        List<string?> items = ["a", "b", "a"];
        Assert.Equal(true, RunOn(items, "a", lane).Outputs["Result"]);
        Assert.Equal(["b", "a"], items);
    }

    [Theory, Lanes]
    public void Item_Absent_ReturnsFalse(Lane lane)
    {
        List<string?> items = ["a"];
        Assert.Equal(false, RunOn(items, null, lane).Outputs["Result"]);
        Assert.Equal(["a"], items);
    }

    [Theory, Lanes]
    public void Item_Missing_IsDefault(Lane lane)
    {
        List<int> items = [1, 0];
        Runner.Run(new RemoveFromCollection<int> { Collection = new(_ => items) }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([1], items);
    }
}
