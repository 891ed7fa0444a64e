using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class FieldReferenceTests : MemberReferenceTests
{
    protected override string Member => nameof(Shape.Field);

    protected override string StaticMember => nameof(Shape.SharedField);

    protected override string ReadOnlyMember => nameof(Shape.Fixed);

    protected override string MemberOfAStruct => nameof(Corner.Field);

    protected override string Kind => "Field";

    protected override (int OfShape, int OfCorner) StaticValues => (Shape.SharedField, Corner.SharedField);

    private protected override Activity<Location<TResult>> Create<TOperand, TResult>(string name, InArgument<TOperand>? operand) =>
        new FieldReference<TOperand, TResult> { FieldName = name, Operand = operand };

    private protected override int Read(Shape shape) => shape.Field;

    [Fact]
    [Rule("12.4")]
    public void Field_Constant_IsInvalid() =>
        Definitions.AssertInvalid(new FieldReference<Shape, int> { FieldName = nameof(Shape.Corners) }, "cannot be written");
}
