using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class ValueTypeFieldReferenceTests : ReferenceTests<int>
{
    private readonly Corner[] _corners = [new Corner { Field = 1, X = 1 }];

    protected override int Old => 1;

    protected override int New => 2;

    protected override int Current => _corners[0].Field;

    protected override Activity<Location<int>> Sample() => new ValueTypeFieldReference<Corner, int>
    {
        FieldName = nameof(Corner.Field),
        OperandLocation = new ArrayItemReference<Corner> { Array = Evaluate.In(_corners), Index = 0 },
    };

    protected override Activity<Location<int>>? Failing() => null;

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Location_InAVariable_IsWrittenBack(Lane lane)
    {
        Variable<Corner> variable = new("variable", _ => new Corner { Field = 10, X = 10 });
        ValueTypeFieldReference<Corner, int> reference = new() { FieldName = nameof(Corner.Field), OperandLocation = variable };
        Take<int> take = new() { Value = new InArgument<int>(context => variable.Get(context).Field) };
        Sequence root = new()
        {
            Variables = { variable },
            Activities = { new Assign<int> { To = new OutArgument<int>(reference), Value = 20 }, take },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([20, 20], take.Taken);
    }

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

    [Fact]
    [Rule("20")]
    public void Location_OfAStaticField_NeedsNoOperand()
    {
        WorkflowInvoker.Invoke(
            new Assign<int>
            {
                To = new OutArgument<int>(new ValueTypeFieldReference<Corner, int> { FieldName = nameof(Corner.SharedField) }),
                Value = 8
            });
        Assert.Equal(8, Corner.SharedField);
    }

    [Fact]
    [Rule("12.4")]
    public void Field_ThatDoesNotFit_IsInvalid()
    {
        Definitions.AssertInvalid(Of<Corner, int>(null!), "FieldName");
        Definitions.AssertInvalid(Of<Corner, int>("Nothing"), "no public field 'Nothing'");
        Definitions.AssertInvalid(Of<Corner, long>(nameof(Corner.Field)), "'System.Int32'", "'System.Int64'");
        Definitions.AssertInvalid(Of<Shape, int>(nameof(Shape.Field)), "not a value type", "FieldReference");
        Invalid.AssertBelowARoot(new ValueTypeFieldReference<Corner, int> { FieldName = nameof(Corner.Field) }, "'OperandLocation'");
    }

    private static ValueTypeFieldReference<TOperand, TResult> Of<TOperand, TResult>(string name)
    {
        InArgument<TOperand[]> array = new(_ => new TOperand[1]);
        return new ValueTypeFieldReference<TOperand, TResult>
        {
            FieldName = name,
            OperandLocation = new ArrayItemReference<TOperand> { Array = array, Index = 0 },
        };
    }
}
