using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class ValueTypeFieldReferenceTests : ValueTypeMemberReferenceTests
{
    protected override string Member => nameof(Corner.Field);

    protected override string StaticMember => nameof(Corner.SharedField);

    protected override string MemberOfAClass => nameof(Shape.Field);

    protected override string Kind => "Field";

    protected override int StaticValue => Corner.SharedField;

    private protected override Activity<Location<TResult>> Create<TOperand, TResult>(string? name, InOutArgument<TOperand>? location) =>
        new ValueTypeFieldReference<TOperand, TResult> { FieldName = name!, OperandLocation = location! };

    private protected override int Read(Corner corner) => corner.Field;
}
