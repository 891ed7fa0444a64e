using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class PropertyReferenceTests : ReferenceTests<int>
{
    private readonly Shape _shape = new();

    protected override int Old => 1;

    protected override int New => 2;

    protected override int Current => _shape.Total;

    protected override Activity<Location<int>> Sample() => Of<Shape, int>(_shape, nameof(Shape.Total));

    protected override Activity<Location<int>> Failing() => Of<Shape, int>(null!, nameof(Shape.Total));

    [Fact]
    [Rule("20")]
    public void Location_OfAStaticProperty_NeedsNoOperand()
    {
        Write(new PropertyReference<Shape, int> { PropertyName = nameof(Shape.Shared) }, 3);
        Write(new PropertyReference<Corner, int> { PropertyName = nameof(Corner.Shared) }, 4);
        Assert.Equal((3, 4), (Shape.Shared, Corner.Shared));
    }

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Operand_ReplacedAfterwards_KeepsTheLocation(Lane lane)
    {
        Variable<Shape> variable = new("variable", _ => _shape);
        Put<int> put = new(5, 6) { To = new OutArgument<int>(new PropertyReference<Shape, int> { PropertyName = nameof(Shape.Total), Operand = variable }) };
        Shape other = new();
        Sequence root = new() { Variables = { variable }, Activities = { put, new Assign<Shape> { To = variable, Value = Evaluate.In(other) } } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((6, 1), (_shape.Total, other.Total));
    }

    [Fact]
    [Rule("12.4")]
    public void Property_NotWritable_IsInvalid()
    {
        Definitions.AssertInvalid(Of<Shape, int>(_shape, ""), "PropertyName");
        Definitions.AssertInvalid(Of<Shape, int>(_shape, "Nothing"), "no public property 'Nothing'");
        Definitions.AssertInvalid(Of<Shape, int>(_shape, nameof(Shape.ReadOnly)), "cannot be written");
        Definitions.AssertInvalid(Of<Shape, long>(_shape, nameof(Shape.Total)), "'System.Int32'", "'System.Int64'");
        Definitions.AssertInvalid(Of<Shape, object>(_shape, nameof(Shape.Total)), "'System.Int32'", "'System.Object'");
        Definitions.AssertInvalid(Of<Corner, int>(default, nameof(Corner.X)), "value type", "ValueTypePropertyReference");
        Invalid.AssertBelowARoot(new PropertyReference<Shape, int> { PropertyName = nameof(Shape.Total) }, "'Operand'");
    }

    [Fact]
    [Rule("12.4")]
    public void Property_WithAPrivateSetter_IsInvalid() =>
        Definitions.AssertInvalid(Of<Shape, int>(_shape, nameof(Shape.PrivatelySet)), "cannot be written");

    [Fact]
    [Rule("20")]
    public void Location_OfAnOverrideWithoutSetter_UsesTheBase()
    {
        Square square = new();
        Location<int> place = Evaluate.Value(Of<Square, int>(square, nameof(Square.Total)));
        place.Value = 3;
        Assert.Equal((300, 300), (place.Value, square.Total));
    }

    [Fact]
    [Rule("20.4.4")]
    public void Location_OfAPropertyWithoutGetter_IsOnlyWritten()
    {
        Location<int> place = Evaluate.Value(Of<Shape, int>(_shape, nameof(Shape.WriteOnly)));
        place.Value = 3;
        Assert.Equal(3, _shape.Field);
        InvalidOperationException refusal = Assert.Throws<InvalidOperationException>(() => place.Value);
        Assert.Contains("'WriteOnly'", refusal.Message, StringComparison.Ordinal);
    }

    private static void Write(Activity<Location<int>> reference, int value) =>
        WorkflowInvoker.Invoke(new Assign<int> { To = new OutArgument<int>(reference), Value = value });

    private static PropertyReference<TOperand, TResult> Of<TOperand, TResult>(TOperand operand, string name) =>
        new() { PropertyName = name, Operand = Evaluate.In(operand) };
}
