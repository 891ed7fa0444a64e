using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Allocation;

/// <summary>
/// Proves the rows of the allocation budget that require 0 B. The cost of an item is the difference between a workflow of n items and one of 2n; the
/// difference cancels the cost of the run itself, which has a row of its own. After the warm-up, the counts are exact in every tier of the JIT compiler.
/// </summary>
public sealed class AllocationTests
{
    [Fact]
    public void Invoke_OfAnEmptySequence_AllocatesOneSmallObject() => Assert.InRange(Bytes.Of(new Sequence()), 0, 88);

    [Fact]
    public void Child_WithoutArguments_AllocatesNothing() => Bytes.AssertFreePerItem(items => Bytes.SequenceOf(items, () => new Empty()));

    [Fact]
    public void Child_WithTwoInAndOneOutArgument_AllocatesNothing() => Bytes.AssertFreePerItem(items =>
    {
        Variable<int> value = new("value", 7);
        Variable<int> sum = new("sum");
        Sequence sequence = Bytes.SequenceOf(items, () => new Add { Left = value, Right = 5, Sum = sum });
        sequence.Variables.Add(value);
        sequence.Variables.Add(sum);
        return sequence;
    });

    [Fact]
    public void While_PassWithAConditionActivity_AllocatesNothing() => Bytes.AssertFreePerItem(items =>
    {
        Variable<int> left = new("left", items);
        return new Sequence { Variables = { left }, Activities = { new While { Condition = new CountDown { Left = left } } } };
    });

    [Fact]
    public void While_PassWithALambdaConditionAndAssign_AllocatesNothing() => Bytes.AssertFreePerItem(items =>
    {
        Variable<int> i = new("i", 0);
        return new Sequence
        {
            Variables = { i },
            Activities =
            {
                new While(context => i.Get(context) < items)
                {
                    Body = new Assign<int> { To = i, Value = new InArgument<int>(context => i.Get(context) + 1) },
                },
            },
        };
    });

    [Fact]
    public void ForEach_IterationOverAList_AllocatesNothing() => Bytes.AssertFreePerItem(items =>
    {
        List<int> list = [.. Enumerable.Range(0, items)];
        return new ForEach<int>
        {
            Values = new InArgument<IEnumerable<int>>(_ => list),
            Body = new ActivityAction<int> { Argument = new DelegateInArgument<int>("item"), Handler = new Empty() },
        };
    });

    [Fact]
    public void Sequence_NestedLevel_AllocatesNothing() => Bytes.AssertFreePerItem(items =>
    {
        Activity inner = new Empty();
        for (int level = 0; level < items; level++)
        {
            inner = new Sequence { Activities = { inner } };
        }

        return inner;
    });

    [Fact]
    public void Flowchart_StepWithAnEmptyActivity_AllocatesNothing() => Bytes.AssertFreePerItem(items =>
    {
        FlowNode? next = null;
        for (int i = 0; i < items; i++)
        {
            next = new FlowStep { Action = new Empty(), Next = next };
        }

        return new Flowchart { StartNode = next };
    });

    [Fact]
    public void Flowchart_DecisionInALoop_AllocatesNothing() => Bytes.AssertFreePerItem(items =>
    {
        Variable<int> left = new("left", items);
        FlowDecision decision = new(new CountDown { Left = left });
        decision.True = new FlowStep { Action = new Empty(), Next = decision };
        return new Flowchart { Variables = { left }, StartNode = decision };
    });

    /// <summary>Proves that the workload runs every item: the counting child is called once per item.</summary>
    [Fact]
    public void Workload_OfAChildWithoutArguments_RunsEachItem()
    {
        int count = 0;
        WorkflowInvoker.Invoke(Bytes.SequenceOf(Bytes.Items, () => new Step(new Log(), "step", _ => count++)));
        Assert.Equal(Bytes.Items, count);
    }

    private sealed class Empty : CodeActivity
    {
        protected override void Execute(CodeActivityContext context)
        {
        }
    }

    private sealed class Add : CodeActivity
    {
        public InArgument<int> Left { get; set; } = new();

        public InArgument<int> Right { get; set; } = new();

        public OutArgument<int> Sum { get; set; } = new();

        protected override void Execute(CodeActivityContext context) => Sum.Set(context, Left.Get(context) + Right.Get(context));
    }

    private sealed class CountDown : CodeActivity<bool>
    {
        public InOutArgument<int> Left { get; set; } = new();

        protected override bool Execute(CodeActivityContext context)
        {
            int left = Left.Get(context);
            Left.Set(context, left - 1);
            return left > 0;
        }
    }
}
