using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class FieldReferenceTests : ReferenceTests<int>
{
    private readonly Shape _shape = new();

    protected override int Old => 1;

    protected override int New => 2;

    protected override int Current => _shape.Field;

    protected override Activity<Location<int>> Sample() => Of<Shape, int>(_shape, nameof(Shape.Field));

    protected override Activity<Location<int>> Failing() => Of<Shape, int>(null!, nameof(Shape.Field));

    [Fact]
    [Rule("20")]
    public void Location_OfAStaticField_NeedsNoOperand()
    {
        Write(new FieldReference<Shape, int> { FieldName = nameof(Shape.SharedField) }, 3);
        Write(new FieldReference<Corner, int> { FieldName = nameof(Corner.SharedField) }, 4);
        Assert.Equal((3, 4), (Shape.SharedField, Corner.SharedField));
    }

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Operand_ReplacedAfterwards_KeepsTheLocation(Lane lane)
    {
        Variable<Shape> variable = new("variable", _ => _shape);
        Put<int> put = new(5, 6) { To = new OutArgument<int>(new FieldReference<Shape, int> { FieldName = nameof(Shape.Field), Operand = variable }) };
        Shape other = new();
        Sequence root = new() { Variables = { variable }, Activities = { put, new Assign<Shape> { To = variable, Value = Evaluate.In(other) } } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((6, 1), (_shape.Field, other.Field));
    }

    [Fact]
    [Rule("12.4")]
    public void Field_NotWritable_IsInvalid()
    {
        Definitions.AssertInvalid(Of<Shape, int>(_shape, ""), "FieldName");
        Definitions.AssertInvalid(Of<Shape, int>(_shape, "Nothing"), "no public field 'Nothing'");
        Definitions.AssertInvalid(Of<Shape, int>(_shape, nameof(Shape.Fixed)), "cannot be written");
        Definitions.AssertInvalid(Of<Shape, long>(_shape, nameof(Shape.Field)), "'System.Int32'", "'System.Int64'");
        Definitions.AssertInvalid(Of<Shape, object>(_shape, nameof(Shape.Field)), "'System.Int32'", "'System.Object'");
        Definitions.AssertInvalid(Of<Corner, int>(default, nameof(Corner.Field)), "value type", "ValueTypeFieldReference");
        Invalid.AssertBelowARoot(new FieldReference<Shape, int> { FieldName = nameof(Shape.Field) }, "'Operand'");
    }

    [Fact]
    [Rule("12.4")]
    public void Field_Constant_IsInvalid() =>
        Definitions.AssertInvalid(new FieldReference<Shape, int> { FieldName = nameof(Shape.Corners) }, "cannot be written");

    private static void Write(Activity<Location<int>> reference, int value) =>
        WorkflowInvoker.Invoke(new Assign<int> { To = new OutArgument<int>(reference), Value = value });

    private static FieldReference<TOperand, TResult> Of<TOperand, TResult>(TOperand operand, string name) =>
        new() { FieldName = name, Operand = Evaluate.In(operand) };
}
