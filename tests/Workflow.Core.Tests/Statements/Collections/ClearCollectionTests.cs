using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.12")]
[Rule("19")]
public sealed class ClearCollectionTests : CollectionTests
{
    protected override Activity Create(InArgument<ICollection<string?>>? collection, InArgument<string?>? item) =>
        new ClearCollection<string?> { Collection = collection! };

    [Theory, Lanes]
    public void Collection_IsEmptied(Lane lane)
    {
        List<string?> items = ["a", null];
        RunOn(items, null, lane);
        RunOn(items, null, lane);
        Assert.Empty(items);
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Collection_ReadOnly_FaultsActivity(Lane lane) =>
        Fails<NotSupportedException>(new ClearCollection<int> { Collection = new(_ => new[] { 1 }) }, lane);
}
