using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class ValueTypePropertyReferenceTests : ValueTypeMemberReferenceTests
{
    protected override string Member => nameof(Corner.X);

    protected override string StaticMember => nameof(Corner.Shared);

    protected override string MemberOfAClass => nameof(Shape.Total);

    protected override string Kind => "Property";

    protected override int StaticValue => Corner.Shared;

    private protected override Activity<Location<TResult>> Create<TOperand, TResult>(string? name, InOutArgument<TOperand>? location) =>
        new ValueTypePropertyReference<TOperand, TResult> { PropertyName = name!, OperandLocation = location! };

    private protected override int Read(Corner corner) => corner.X;

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Location_InAStructOfAnObject_IsWrittenBackTwice(Lane lane)
    {
        Shape shape = new() { Corner = new Corner { X = 1 } };
        ValueTypePropertyReference<Inner, int> reference = new()
        {
            PropertyName = nameof(Inner.Depth),
            OperandLocation = new ValueTypePropertyReference<Corner, Inner>
            {
                PropertyName = nameof(Corner.Inner),
                OperandLocation = new PropertyReference<Shape, Corner> { PropertyName = nameof(Shape.Corner), Operand = Evaluate.In(shape) },
            },
        };
        Runner.Run(new Assign<int> { To = new OutArgument<int>(reference), Value = 5 }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((5, 1), (shape.Corner.Inner.Depth, shape.Corner.X));
    }
}
