using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class PropertyReferenceTests : MemberReferenceTests
{
    protected override string Member => nameof(Shape.Total);

    protected override string StaticMember => nameof(Shape.Shared);

    protected override string ReadOnlyMember => nameof(Shape.ReadOnly);

    protected override string MemberOfAStruct => nameof(Corner.X);

    protected override string Kind => "Property";

    protected override (int OfShape, int OfCorner) StaticValues => (Shape.Shared, Corner.Shared);

    private protected override Activity<Location<TResult>> Create<TOperand, TResult>(string name, InArgument<TOperand>? operand) =>
        new PropertyReference<TOperand, TResult> { PropertyName = name, Operand = operand };

    private protected override int Read(Shape shape) => shape.Total;

    [Fact]
    [Rule("12.4")]
    public void Property_WithAPrivateSetter_IsInvalid() =>
        Definitions.AssertInvalid(Of<Shape, int>(Shape, nameof(Shape.PrivatelySet)), "cannot be written");

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
        Location<int> place = Evaluate.Value(Of<Shape, int>(Shape, nameof(Shape.WriteOnly)));
        place.Value = 3;
        Assert.Equal(3, Shape.Field);
        InvalidOperationException refusal = Assert.Throws<InvalidOperationException>(() => place.Value);
        Assert.Contains("'WriteOnly'", refusal.Message, StringComparison.Ordinal);
    }
}
