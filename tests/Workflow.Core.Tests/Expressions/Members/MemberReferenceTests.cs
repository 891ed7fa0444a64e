using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Tests of the behavior that the references to a field and to a property of a class share.</summary>
public abstract class MemberReferenceTests : ReferenceTests<int>
{
    protected override int Old => 1;

    protected override int New => 2;

    protected override int Current => Read(Shape);

    private protected Shape Shape { get; } = new();

    /// <summary>The name of the member of <see cref="Shape"/> that the tests use.</summary>
    protected abstract string Member { get; }

    /// <summary>The name of the static member of <see cref="Shape"/> and <see cref="Corner"/> that the tests use.</summary>
    protected abstract string StaticMember { get; }

    /// <summary>The name of a member of <see cref="Shape"/> that cannot be written.</summary>
    protected abstract string ReadOnlyMember { get; }

    /// <summary>The name of a member of <see cref="Corner"/>, which is a value type.</summary>
    protected abstract string MemberOfAStruct { get; }

    /// <summary>The kind of the member, as messages name it.</summary>
    protected abstract string Kind { get; }

    /// <summary>The values of the static members of <see cref="Shape"/> and <see cref="Corner"/>.</summary>
    protected abstract (int OfShape, int OfCorner) StaticValues { get; }

    protected override Activity<Location<int>> Sample() => Of<Shape, int>(Shape, Member);

    protected override Activity<Location<int>> Failing() => Of<Shape, int>(null!, Member);

    /// <summary>Creates the reference to a member by its name. The operand is null for a static member.</summary>
    private protected abstract Activity<Location<TResult>> Create<TOperand, TResult>(string name, InArgument<TOperand>? operand);

    private protected abstract int Read(Shape shape);

    [Fact]
    [Rule("20")]
    public void Location_OfAStaticMember_NeedsNoOperand()
    {
        Write(Create<Shape, int>(StaticMember, null), 3);
        Write(Create<Corner, int>(StaticMember, null), 4);
        Assert.Equal((3, 4), StaticValues);
    }

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Operand_ReplacedAfterwards_KeepsTheLocation(Lane lane)
    {
        Variable<Shape> variable = new("variable", _ => Shape);
        Put<int> put = new(5, 6) { To = new OutArgument<int>(Create<Shape, int>(Member, variable)) };
        Shape other = new();
        Sequence root = new() { Variables = { variable }, Activities = { put, new Assign<Shape> { To = variable, Value = Evaluate.In(other) } } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((6, 1), (Read(Shape), Read(other)));
    }

    [Fact]
    [Rule("12.4")]
    public void Member_NotWritable_IsInvalid()
    {
        Definitions.AssertInvalid(Of<Shape, int>(Shape, ""), $"{Kind}Name");
        Definitions.AssertInvalid(Of<Shape, int>(Shape, "Nothing"), $"no public {Kind.ToLowerInvariant()} 'Nothing'");
        Definitions.AssertInvalid(Of<Shape, int>(Shape, ReadOnlyMember), "cannot be written");
        Definitions.AssertInvalid(Of<Shape, long>(Shape, Member), "'System.Int32'", "'System.Int64'");
        Definitions.AssertInvalid(Of<Shape, object>(Shape, Member), "'System.Int32'", "'System.Object'");
        Definitions.AssertInvalid(Of<Corner, int>(default, MemberOfAStruct), "value type", $"ValueType{Kind}Reference");
        Invalid.AssertBelowARoot(Create<Shape, int>(Member, null), "'Operand'");
    }

    private protected Activity<Location<TResult>> Of<TOperand, TResult>(TOperand operand, string name) =>
        Create<TOperand, TResult>(name, Evaluate.In(operand));

    private static void Write(Activity<Location<int>> reference, int value) =>
        WorkflowInvoker.Invoke(new Assign<int> { To = new OutArgument<int>(reference), Value = value });
}
