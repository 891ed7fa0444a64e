using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class FieldValueTests : FallibleExpressionTests<int>
{
    protected override int Expected => 1;

    protected override Type Failure => typeof(InvalidOperationException);

    protected override Activity<int> Sample() => Of<Shape, int>(new Shape(), nameof(Shape.Field));

    protected override Activity<int> Failing() => Of<Shape, int>(null!, nameof(Shape.Field));

    [Fact]
    [Rule("20")]
    public void Value_OfEveryKindOfField_IsRead()
    {
        Assert.Equal(7, Evaluate.Value(Of<Shape, int>(new Shape(), nameof(Shape.Fixed))));
        Assert.Equal("text", Evaluate.Value(Of<Shape, object>(new Shape(), nameof(Shape.Text))));
        Assert.Equal(3, Evaluate.Value(Of<Corner, int>(new Corner { Field = 3 }, nameof(Corner.Field))));
        Assert.Equal(1, Evaluate.Value(Of<Square, string?>(new Square(), nameof(Shape.Text)))!.Length / 4);
        Assert.Equal(5L, Evaluate.Value(Of<Square, long>(new Square(), nameof(Square.Field))));
    }

    [Fact]
    [Rule("20")]
    public void Value_OfAStaticField_NeedsNoOperand()
    {
        Assert.Equal(4, Evaluate.Value(new FieldValue<Shape, int> { FieldName = nameof(Shape.Corners) }));
        Assert.Equal("", Evaluate.Value(new FieldValue<string, string> { FieldName = nameof(string.Empty) }));
        Assert.Equal(DayOfWeek.Friday, Evaluate.Value(new FieldValue<DayOfWeek, DayOfWeek> { FieldName = nameof(DayOfWeek.Friday) }));
        Assert.Equal(4, Evaluate.Value(Of<Shape, int>(null!, nameof(Shape.Corners))));
    }

    [Fact]
    [Rule("20.4.4")]
    public void Operand_Null_IsNamedInTheError()
    {
        FieldValue<Shape, int> activity = Of<Shape, int>(null!, nameof(Shape.Field));
        activity.DisplayName = "reading";
        InvalidOperationException fault = Evaluate.Fault<InvalidOperationException>(activity);
        Assert.Contains("'reading'", fault.Message, StringComparison.Ordinal);
        Assert.Contains("'Field'", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("12.4")]
    public void Field_Missing_IsInvalid()
    {
        Definitions.AssertInvalid(Of<Shape, int>(new Shape(), null!), "FieldName");
        Definitions.AssertInvalid(Of<Shape, int>(new Shape(), string.Empty), "FieldName");
        Definitions.AssertInvalid(Of<Shape, int>(new Shape(), "Nothing"), "'Nothing'", nameof(Shape));
        Definitions.AssertInvalid(Of<Shape, int>(new Shape(), nameof(Shape.Hidden)), "no public field 'Hidden'");
        Definitions.AssertInvalid(Of<Shape, int>(new Shape(), nameof(Shape.Total)), "no public field 'Total'");
        Definitions.AssertInvalid(Of<DayOfWeek, int>(DayOfWeek.Friday, "value__"), "no public field");
    }

    [Fact]
    [Rule("20.1")]
    public void Field_OfAnotherType_IsInvalid()
    {
        Definitions.AssertInvalid(Of<Shape, long>(new Shape(), nameof(Shape.Field)), "'System.Int32'", "'System.Int64'");
        Definitions.AssertInvalid(Of<Shape, object>(new Shape(), nameof(Shape.Field)), "'System.Int32'", "'System.Object'");
    }

    [Fact]
    [Rule("12.4")]
    public void Operand_MissingForAnInstanceField_IsInvalid() =>
        Invalid.AssertBelowARoot(new FieldValue<Shape, int> { FieldName = nameof(Shape.Field) }, "'Operand'");

    private static FieldValue<TOperand, TResult> Of<TOperand, TResult>(TOperand operand, string name) =>
        new() { FieldName = name, Operand = Evaluate.In(operand) };
}
