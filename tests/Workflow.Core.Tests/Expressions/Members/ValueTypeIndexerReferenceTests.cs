using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class ValueTypeIndexerReferenceTests : ReferenceTests<int>
{
    private readonly Corner[] _corners = [new Corner { [3] = 1, X = 9 }];

    protected override int Old => 1;

    protected override int New => 2;

    protected override int Current => _corners[0][3];

    protected override Activity<Location<int>> Sample() => new ValueTypeIndexerReference<Corner, int>
    {
        OperandLocation = new ArrayItemReference<Corner> { Array = Evaluate.In(_corners), Index = 0 },
        Indices = { Evaluate.In(3) },
    };

    protected override Activity<Location<int>>? Failing() => null;

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Location_InAVariable_IsWrittenBack(Lane lane)
    {
        Variable<Corner> variable = new("variable", _ => new Corner { X = 4 });
        ValueTypeIndexerReference<Corner, int> reference = new() { OperandLocation = variable, Indices = { Evaluate.In(1) } };
        Take<(int, int)> take = new() { Value = new InArgument<(int, int)>(context => (variable.Get(context)[1], variable.Get(context).X)) };
        Sequence root = new() { Variables = { variable }, Activities = { new Assign<int> { To = new OutArgument<int>(reference), Value = 20 }, take } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([(20, 4)], take.Taken);
    }

    [Fact]
    [Rule("12.4")]
    public void Indexer_ThatDoesNotFit_IsInvalid()
    {
        InOutArgument<Corner> corner = new ArrayItemReference<Corner> { Array = Evaluate.In(_corners), Index = 0 };
        Definitions.AssertInvalid(new ValueTypeIndexerReference<Corner, int> { OperandLocation = corner }, "indices");
        Definitions.AssertInvalid(new ValueTypeIndexerReference<Corner, int> { OperandLocation = corner, Indices = { Evaluate.In("x") } }, "'System.String'");
        InOutArgument<List<int>> list = new ArrayItemReference<List<int>> { Array = new InArgument<List<int>[]>(_ => new List<int>[1]), Index = 0 };
        Definitions.AssertInvalid(
            new ValueTypeIndexerReference<List<int>, int> { OperandLocation = list, Indices = { Evaluate.In(0) } },
            "not a value type",
            "IndexerReference");
        Invalid.AssertBelowARoot(new ValueTypeIndexerReference<Corner, int> { Indices = { Evaluate.In(0) } }, "'OperandLocation'");
    }
}
