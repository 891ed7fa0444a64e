using System.Collections;
using Workflow.Foundation;

namespace Workflow.Core.Tests.Foundation;

public sealed class NullKeyDictionaryTests
{
    private readonly NullKeyDictionary<string?, int> _dictionary = new() { { "one", 1 }, { null, 0 } };

    [Fact]
    public void Item_UnderNull_IsFoundLikeAnyOther()
    {
        Assert.Equal(0, _dictionary[null]);
        Assert.True(_dictionary.ContainsKey(null));
        Assert.True(_dictionary.TryGetValue(null, out int value));
        Assert.Equal(0, value);
        _dictionary[null] = 5;
        Assert.Equal(5, _dictionary[null]);
        Assert.Equal(2, _dictionary.Count);
    }

    [Fact]
    public void Add_OfAnExistingKey_Throws()
    {
        Assert.Throws<ArgumentException>(() => _dictionary.Add(null, 1));
        Assert.Throws<ArgumentException>(() => _dictionary.Add(new KeyValuePair<string?, int>("one", 1)));
    }

    [Fact]
    public void Item_UnderAnUnknownKey_IsNotFound()
    {
        Assert.Throws<KeyNotFoundException>(() => _dictionary["two"]);
        Assert.False(_dictionary.TryGetValue("two", out int value));
        Assert.Equal(0, value);
        Assert.False(_dictionary.ContainsKey("two"));
    }

    [Fact]
    public void Remove_OfNull_RemovesOnlyThatEntry()
    {
        Assert.True(_dictionary.Remove(null));
        Assert.False(_dictionary.Remove(null));
        Assert.Equal(["one"], _dictionary.Keys);
    }

    [Fact]
    public void Contains_OfAPair_ComparesKeyAndValue()
    {
        Assert.Contains(new KeyValuePair<string?, int>(null, 0), _dictionary);
        Assert.DoesNotContain(new KeyValuePair<string?, int>(null, 1), _dictionary);
    }

    [Fact]
    public void Remove_OfAPair_ComparesKeyAndValue()
    {
        Assert.False(_dictionary.Remove(new KeyValuePair<string?, int>("one", 2)));
        Assert.True(_dictionary.Remove(new KeyValuePair<string?, int>("one", 1)));
        Assert.Equal([0], _dictionary.Values);
    }

    [Fact]
    public void GetEnumerator_OfEitherKind_YieldsInsertionOrder()
    {
        KeyValuePair<string?, int>[] expected = [new("one", 1), new(null, 0)];
        Assert.Equal(expected, _dictionary.ToArray());
        Assert.Equal(expected, ((IEnumerable)_dictionary).Cast<KeyValuePair<string?, int>>());
    }

    [Fact]
    public void CopyTo_AnArray_StartsAtTheIndex()
    {
        KeyValuePair<string?, int>[] array = new KeyValuePair<string?, int>[3];
        _dictionary.CopyTo(array, 1);
        Assert.Equal([default, new("one", 1), new(null, 0)], array);
        Assert.Throws<ArgumentNullException>(() => _dictionary.CopyTo(null!, 0));
    }

    [Fact]
    public void Clear_OfAFilledDictionary_LeavesNothing()
    {
        _dictionary.Clear();
        Assert.Empty(_dictionary);
        Assert.False(_dictionary.IsReadOnly);
    }

    [Fact]
    public void Keys_WrittenTo_ChangeNothing()
    {
        ICollection<string?> keys = _dictionary.Keys;
        keys.Add("two");
        Assert.False(_dictionary.ContainsKey("two"));
    }

    [Fact]
    public void Item_UnderTheDefaultOfAValueType_IsNotConfusedWithNull()
    {
        NullKeyDictionary<int?, string> numbers = new() { { 0, "zero" }, { null, "null" } };
        Assert.Equal(("zero", "null"), (numbers[0], numbers[null]));
    }
}
