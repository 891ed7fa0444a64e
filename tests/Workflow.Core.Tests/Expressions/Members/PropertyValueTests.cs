using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class PropertyValueTests : FallibleExpressionTests<int>
{
    protected override int Expected => 4;

    protected override Type Failure => typeof(InvalidOperationException);

    protected override Activity<int> Sample() => Of<string, int>("text", nameof(string.Length));

    protected override Activity<int> Failing() => Of<string, int>(null!, nameof(string.Length));

    [Fact]
    [Rule("20")]
    public void Value_OfEveryKindOfProperty_IsRead()
    {
        Assert.Equal(7, Evaluate.Value(Of<Shape, int>(new Shape(), nameof(Shape.ReadOnly))));
        Assert.Equal("hides", Evaluate.Value(Of<Square, object>(new Square(), nameof(Square.ReadOnly))));
        Assert.Equal(3, Evaluate.Value(Of<Corner, int>(new Corner { X = 3 }, nameof(Corner.X))));
        Assert.Equal(1, Evaluate.Value(Of<IHasMore, int>(new Shape(), nameof(IHasTotal.Total))));
        Assert.Equal(1, Evaluate.Value(Of<List<int>, int>([1], nameof(List<int>.Count))));
    }

    [Fact]
    [Rule("20")]
    public void Value_OfAnOverride_UsesTheOverride()
    {
        Assert.Equal(100, Evaluate.Value(Of<Shape, int>(new Square(), nameof(Shape.Total))));
        Assert.Equal(100, Evaluate.Value(Of<Square, int>(new Square(), nameof(Shape.Total))));
    }

    [Fact]
    [Rule("20")]
    public void Value_OfANullable_IsReadEvenFromNull()
    {
        Assert.False(Evaluate.Value(Of<int?, bool>(null, nameof(Nullable<int>.HasValue))));
        Assert.Equal(5, Evaluate.Value(Of<int?, int>(5, nameof(Nullable<int>.Value))));
        Evaluate.Fault<InvalidOperationException>(Of<int?, int>(null, nameof(Nullable<int>.Value)));
    }

    [Fact]
    [Rule("20")]
    public void Value_OfAStaticProperty_NeedsNoOperand() =>
        Assert.Equal(string.Empty, Evaluate.Value(new PropertyValue<Text, string> { PropertyName = nameof(Text.Nothing) }));

    [Fact]
    [Rule("5.1")]
    public void Getter_Throws_Faults() => Evaluate.Fault<FormatException>(Of<Text, string>(new Text(), nameof(Text.Broken)));

    [Fact]
    [Rule("12.4")]
    public void Property_Missing_IsInvalid()
    {
        Definitions.AssertInvalid(Of<Shape, int>(new Shape(), null!), "PropertyName");
        Definitions.AssertInvalid(Of<Shape, int>(new Shape(), "total"), "no public property 'total'", nameof(Shape));
        Definitions.AssertInvalid(Of<Shape, int>(new Shape(), nameof(Shape.Field)), "no public property 'Field'");
        Definitions.AssertInvalid(Of<Shape, string>(new Shape(), "Item"), "no public property 'Item'");
        Definitions.AssertInvalid(Of<Shape, int>(new Shape(), nameof(Shape.WriteOnly)), "'WriteOnly'", "getter");
    }

    [Fact]
    [Rule("20.1")]
    public void Property_OfAnotherType_IsInvalid()
    {
        Definitions.AssertInvalid(Of<string, long>("text", nameof(string.Length)), "'System.Int32'", "'System.Int64'");
        Definitions.AssertInvalid(Of<string, int?>("text", nameof(string.Length)), "'System.Int32'", "'System.Nullable`1[System.Int32]'");
    }

    [Fact]
    [Rule("12.4")]
    public void Operand_MissingForAnInstanceProperty_IsInvalid() =>
        Invalid.AssertBelowARoot(new PropertyValue<string, int> { PropertyName = nameof(string.Length) }, "'Operand'");

    private static PropertyValue<TOperand, TResult> Of<TOperand, TResult>(TOperand operand, string name) =>
        new() { PropertyName = name, Operand = Evaluate.In(operand) };

    private sealed class Text
    {
        public static string Nothing => string.Empty;

        public string Broken => throw new FormatException();
    }
}
