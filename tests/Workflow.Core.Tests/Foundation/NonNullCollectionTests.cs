using Workflow.Foundation;

namespace Workflow.Core.Tests.Foundation;

public sealed class NonNullCollectionTests
{
    private readonly NonNullCollection<string> _collection = ["first", "second"];

    [Fact]
    public void Add_OfNull_Throws() => Assert.Throws<ArgumentNullException>("item", () => _collection.Add(null!));

    [Fact]
    public void Insert_OfNull_Throws() => Assert.Throws<ArgumentNullException>("item", () => _collection.Insert(0, null!));

    [Fact]
    public void Item_SetToNull_ThrowsAndKeepsTheOldElement()
    {
        Assert.Throws<ArgumentNullException>("item", () => _collection[0] = null!);
        Assert.Equal(["first", "second"], _collection);
    }

    [Fact]
    public void Elements_AfterChanges_AreThoseOfTheCollection()
    {
        _collection[0] = "changed";
        _collection.Insert(1, "between");
        _collection.RemoveAt(2);
        Assert.Equal(["changed", "between"], _collection.Elements.ToArray());
        _collection.Clear();
        Assert.True(_collection.Elements.IsEmpty);
    }

    [Fact]
    public void ElementsOf_Null_IsEmpty() => Assert.True(NonNullCollection.ElementsOf<string>(null).IsEmpty);

    [Fact]
    public void ElementsOf_ACollection_ReturnsItsElements() => Assert.Equal(["first", "second"], NonNullCollection.ElementsOf(_collection).ToArray());
}
