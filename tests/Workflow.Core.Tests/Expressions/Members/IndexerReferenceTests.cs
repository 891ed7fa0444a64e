using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class IndexerReferenceTests : ReferenceTests<int>
{
    private readonly Shape _shape = new();

    protected override int Old => 1;

    protected override int New => 2;

    protected override int Current => _shape["row", 7];

    protected override Activity<Location<int>> Sample() => Of<Shape, int>(_shape, Evaluate.In("row"), Evaluate.In(7L));

    protected override Activity<Location<int>> Failing() => Of<Shape, int>(null!, Evaluate.In("row"), Evaluate.In(7L));

    [Fact]
    [Rule("20.4.3")]
    public void Location_ByItsIndices_FindsTheIndexer()
    {
        List<int> list = [1, 2];
        Evaluate.Value(Of<List<int>, int>(list, Evaluate.In(1))).Value = 5;
        Evaluate.Value(Of<IList<int>, int>(list, Evaluate.In((short)0))).Value = 4;
        Assert.Equal([4, 5], list);
        Dictionary<string, int> map = [];
        Location<int> entry = Evaluate.Value(Of<Dictionary<string, int>, int>(map, Evaluate.In("key")));
        Assert.Throws<KeyNotFoundException>(() => entry.Value);
        entry.Value = 3;
        Assert.Equal(3, map["key"]);
        Evaluate.Value(Of<Shape, string>(_shape, Evaluate.In(2))).Value = "x";
        Assert.Equal("2=x", _shape.Text);
        Evaluate.Value(Of<Square, int>(new Square(), Evaluate.In("row"), Evaluate.In(1))).Value = 5;
    }

    [Fact]
    [Rule("20.4.3")]
    public void Indexers_SeveralApplicable_ChoosesTheBest()
    {
        Indexed indexed = new();
        Assert.Equal("int", Evaluate.Value(Of<Indexed, string>(indexed, Evaluate.In((short)1))).Value);
        Assert.Equal("int", Evaluate.Value(Of<Indexed, string>(indexed, Evaluate.In((byte)1))).Value);
        Assert.Equal("float", Evaluate.Value(Of<Indexed, string>(indexed, Evaluate.In(1L))).Value);
        Assert.Equal("object", Evaluate.Value(Of<Indexed, string>(indexed, Evaluate.In(1m))).Value);
        Assert.Equal("int long", Evaluate.Value(Of<Indexed, string>(indexed, Evaluate.In((short)1), Evaluate.In(1L))).Value);
        Assert.Equal("derived int", Evaluate.Value(Of<DerivedIndexed, string>(new DerivedIndexed(), Evaluate.In((short)1))).Value);
        Assert.Equal("float", Evaluate.Value(Of<DerivedIndexed, string>(new DerivedIndexed(), Evaluate.In(1f))).Value);
        Definitions.AssertInvalid(Of<Indexed, string>(indexed, Evaluate.In((short)1), Evaluate.In((short)1)), "more than one");
    }

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Item_OutOfRange_FailsOnAccess(Lane lane)
    {
        Location<int> place = Evaluate.Value(Of<List<int>, int>([1], Evaluate.In(9)), lane);
        Assert.Throws<ArgumentOutOfRangeException>(() => place.Value);
    }

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Indices_AreEvaluatedOnce(Lane lane)
    {
        Variable<int> index = new("index", 0);
        List<int> list = [0, 0];
        IndexerReference<List<int>, int> reference = Of<List<int>, int>(list, new InArgument<int>(index));
        Put<int> put = new(5, 6) { To = new OutArgument<int>(reference) };
        Assign<int> next = new() { To = index, Value = new InArgument<int>(context => index.Get(context) + 1) };
        Runner.Run(
            new Sequence
            {
                Variables = { index },
                Activities = { new While(context => index.Get(context) < 2) { Body = new Sequence { Activities = { put, next } } } }
            },
            lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([6, 6], list);
    }

    [Fact]
    [Rule("12.4")]
    public void Indexer_Missing_IsInvalid()
    {
        Definitions.AssertInvalid(Of<Shape, int>(_shape), "indices");
        Definitions.AssertInvalid(Of<Shape, int>(_shape, Evaluate.In("row"), Evaluate.In("column")), "'System.String', 'System.String'", nameof(Shape));
        Definitions.AssertInvalid(Of<Shape, long>(_shape, Evaluate.In("row"), Evaluate.In(7L)), "'System.Int64'");
        Definitions.AssertInvalid(Of<string, char>("text", Evaluate.In(1)), "cannot be written");
        Definitions.AssertInvalid(Of<Corner, int>(default, Evaluate.In(1)), "ValueTypeIndexerReference");
        Invalid.AssertBelowARoot(new IndexerReference<List<int>, int> { Indices = { new InArgument<int>() } }, "'Operand'", "'Index0'");
    }

    private static IndexerReference<TOperand, TItem> Of<TOperand, TItem>(TOperand operand, params InArgument[] indices)
    {
        IndexerReference<TOperand, TItem> reference = new() { Operand = Evaluate.In(operand) };
        Array.ForEach(indices, reference.Indices.Add);
        return reference;
    }

    private class Indexed
    {
        public string this[int index]
        {
            get => "int";
            set => throw new NotSupportedException();
        }

        public string this[float index]
        {
            get => "float";
            set => throw new NotSupportedException();
        }

        public string this[object index]
        {
            get => "object";
            set => throw new NotSupportedException();
        }

        public string this[int first, long second]
        {
            get => "int long";
            set => throw new NotSupportedException();
        }

        public string this[long first, int second]
        {
            get => "long int";
            set => throw new NotSupportedException();
        }
    }

    private sealed class DerivedIndexed : Indexed
    {
        public new string this[int index]
        {
            get => "derived int";
            set => throw new NotSupportedException();
        }
    }
}
