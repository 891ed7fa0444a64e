using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.12")]
[Rule("19")]
public sealed class ExistsInCollectionTests : CollectionTests
{
    protected override Activity Create(InArgument<ICollection<string?>>? collection, InArgument<string?>? item) =>
        new ExistsInCollection<string?> { Collection = collection!, Item = item };

    [Theory, Lanes]
    public void Item_Present_ReturnsTrue(Lane lane)
    {
        Assert.Equal(true, RunOn(["a", null], "a", lane).Outputs["Result"]);
        Assert.Equal(true, RunOn(["a", null], null, lane).Outputs["Result"]);
    }

    [Theory, Lanes]
    public void Item_Absent_ReturnsFalse(Lane lane) => Assert.Equal(false, RunOn([], "a", lane).Outputs["Result"]);

    [Theory, Lanes]
    public void Item_IsComparedByCollection(Lane lane) =>
        Assert.Equal(true, RunOn(new HashSet<string?>(StringComparer.OrdinalIgnoreCase) { "a" }, "A", lane).Outputs["Result"]);

    [Theory, Lanes]
    public void Result_AsCondition_IsUsed(Lane lane)
    {
        List<int> items = [1];
        If root = new(new ExistsInCollection<int> { Collection = new(_ => items), Item = 1 })
        {
            Then = new Step(Log, "there"),
            Else = new Step(Log, "not there")
        };
        Runner.Run(root, lane);
        Log.AssertIs("there");
    }
}
