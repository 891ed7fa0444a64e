using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class ValueTypePropertyReferenceTests : ReferenceTests<int>
{
    private readonly Corner[] _corners = [new Corner { Field = 1, X = 1 }];

    protected override int Old => 1;

    protected override int New => 2;

    protected override int Current => _corners[0].X;

    protected override Activity<Location<int>> Sample() => new ValueTypePropertyReference<Corner, int>
    {
        PropertyName = nameof(Corner.X),
        OperandLocation = new ArrayItemReference<Corner> { Array = Evaluate.In(_corners), Index = 0 },
    };

    protected override Activity<Location<int>>? Failing() => null;

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Location_InAVariable_IsWrittenBack(Lane lane)
    {
        Variable<Corner> variable = new("variable", _ => new Corner { Field = 10, X = 10 });
        ValueTypePropertyReference<Corner, int> reference = new() { PropertyName = nameof(Corner.X), OperandLocation = variable };
        Take<int> take = new() { Value = new InArgument<int>(context => variable.Get(context).X) };
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
    public void Location_OfAStaticProperty_NeedsNoOperand()
    {
        WorkflowInvoker.Invoke(
            new Assign<int>
            {
                To = new OutArgument<int>(new ValueTypePropertyReference<Corner, int> { PropertyName = nameof(Corner.Shared) }),
                Value = 8
            });
        Assert.Equal(8, Corner.Shared);
    }

    [Fact]
    [Rule("12.4")]
    public void Property_ThatDoesNotFit_IsInvalid()
    {
        Definitions.AssertInvalid(Of<Corner, int>(null!), "PropertyName");
        Definitions.AssertInvalid(Of<Corner, int>("Nothing"), "no public property 'Nothing'");
        Definitions.AssertInvalid(Of<Corner, long>(nameof(Corner.X)), "'System.Int32'", "'System.Int64'");
        Definitions.AssertInvalid(Of<Shape, int>(nameof(Shape.Total)), "not a value type", "PropertyReference");
        Invalid.AssertBelowARoot(new ValueTypePropertyReference<Corner, int> { PropertyName = nameof(Corner.X) }, "'OperandLocation'");
    }

    private static ValueTypePropertyReference<TOperand, TResult> Of<TOperand, TResult>(string name)
    {
        InArgument<TOperand[]> array = new(_ => new TOperand[1]);
        return new ValueTypePropertyReference<TOperand, TResult>
        {
            PropertyName = name,
            OperandLocation = new ArrayItemReference<TOperand> { Array = array, Index = 0 },
        };
    }
}
