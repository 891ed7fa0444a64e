using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Tests of the behavior that the references to a field and to a property of a value type share.</summary>
public abstract class ValueTypeMemberReferenceTests : ReferenceTests<int>
{
    private readonly Corner[] _corners = [new Corner { Field = 1, X = 1 }];

    protected override int Old => 1;

    protected override int New => 2;

    protected override int Current => Read(_corners[0]);

    /// <summary>The name of the member of <see cref="Corner"/> that the tests use.</summary>
    protected abstract string Member { get; }

    /// <summary>The name of the static member of <see cref="Corner"/> that the tests use.</summary>
    protected abstract string StaticMember { get; }

    /// <summary>The name of a member of <see cref="Shape"/>, which is no value type.</summary>
    protected abstract string MemberOfAClass { get; }

    /// <summary>The kind of the member, as messages name it.</summary>
    protected abstract string Kind { get; }

    protected abstract int StaticValue { get; }

    protected override Activity<Location<int>> Sample() => Create<Corner, int>(Member, ItemOf(_corners));

    protected override Activity<Location<int>>? Failing() => null;

    /// <summary>Creates the reference to a member by its name. The location is null for a static member.</summary>
    private protected abstract Activity<Location<TResult>> Create<TOperand, TResult>(string? name, InOutArgument<TOperand>? location);

    private protected abstract int Read(Corner corner);

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Location_InAVariable_IsWrittenBack(Lane lane)
    {
        Variable<Corner> variable = new("variable", _ => new Corner { Field = 10, X = 10 });
        Take<int> take = new() { Value = new InArgument<int>(context => Read(variable.Get(context))) };
        Sequence root = new()
        {
            Variables = { variable },
            Activities = { new Assign<int> { To = new OutArgument<int>(Create<Corner, int>(Member, variable)), Value = 20 }, take },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([20, 20], take.Taken);
    }

    [Fact]
    [Rule("20")]
    public void Location_OfAStaticMember_NeedsNoOperand()
    {
        WorkflowInvoker.Invoke(new Assign<int> { To = new OutArgument<int>(Create<Corner, int>(StaticMember, null)), Value = 8 });
        Assert.Equal(8, StaticValue);
    }

    [Fact]
    [Rule("12.4")]
    public void Member_ThatDoesNotFit_IsInvalid()
    {
        Definitions.AssertInvalid(Create<Corner, int>(null, ItemOf(new Corner[1])), $"{Kind}Name");
        Definitions.AssertInvalid(Create<Corner, int>("Nothing", ItemOf(new Corner[1])), $"no public {Kind.ToLowerInvariant()} 'Nothing'");
        Definitions.AssertInvalid(Create<Corner, long>(Member, ItemOf(new Corner[1])), "'System.Int32'", "'System.Int64'");
        Definitions.AssertInvalid(Create<Shape, int>(MemberOfAClass, ItemOf(new Shape[1])), "not a value type", $"{Kind}Reference");
        Invalid.AssertBelowARoot(Create<Corner, int>(Member, null), "'OperandLocation'");
    }

    private static InOutArgument<TOperand> ItemOf<TOperand>(TOperand[] items) =>
        new ArrayItemReference<TOperand> { Array = Evaluate.In(items), Index = 0 };
}
