using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Allocation;

/// <summary>
/// Expression activities that compute a value allocate nothing: operands and results are not boxed, and no instance object is created, because nothing
/// observes it.
/// </summary>
public sealed class ExpressionAllocationTests
{
    [Fact]
    public void Operators_AsArguments_AllocateNothing() => AssertFree((number, flag) =>
    [
        new Assign<int> { To = number, Value = new Add<int, int, int> { Left = number, Right = 1 } },
        new Assign<int> { To = number, Value = new Not<int, int> { Operand = new Cast<bool, int> { Operand = flag } } },
        new Assign<bool> { To = flag, Value = new LessThan<int, int, bool> { Left = number, Right = new Multiply<int, int, int> { Left = 2, Right = 3 } } },
        new Assign<bool> { To = flag, Value = new And<bool, bool, bool> { Left = flag, Right = new Equal<int, int, bool> { Left = number, Right = 6 } } },
    ]);

    [Fact]
    public void Operators_AsStatements_AllocateNothing() => AssertFree((number, flag) =>
    [
        new Subtract<int, int, int> { Left = 10, Right = number, Result = number },
        new GreaterThan<int, int, bool> { Left = number, Right = 5, Result = flag },
    ]);

    [Fact]
    public void FieldsPropertiesAndElements_AllocateNothing()
    {
        int[] array = [1, 2, 3];
        AssertFree((number, flag) =>
        [
            new Assign<int> { To = number, Value = new ArrayItemValue<int> { Array = new InArgument<int[]>(_ => array), Index = 1 } },
            new Assign<int>
            {
                To = number,
                Value = new PropertyValue<int[], int> { PropertyName = nameof(Array.Length), Operand = new InArgument<int[]>(_ => array) }
            },
            new Assign<int>
            {
                To = number,
                Value = new FieldValue<ValueTuple<int, int>, int> { FieldName = "Item2", Operand = new InArgument<(int, int)>(_ => (1, 2)) }
            },
        ]);
    }

    [Fact]
    public void ShortCircuits_AllocateNothing() => AssertFree((number, flag) =>
    [
        new Assign<bool>
        {
            To = flag,
            Value = new AndAlso
            {
                Left = new VariableValue<bool>(flag),
                Right = new OrElse { Left = new VariableValue<bool>(flag), Right = new LessThan<int, int, bool> { Left = number, Right = 5 } },
            },
        },
    ]);

    private static void AssertFree(Func<Variable<int>, Variable<bool>, Activity[]> statements) => Bytes.AssertFreePerItem(items =>
    {
        Variable<int> left = new("left", items);
        Variable<int> number = new("number", 1);
        Variable<bool> flag = new("flag", true);
        Sequence body = new() { Activities = { new Assign<int> { To = left, Value = new Subtract<int, int, int> { Left = left, Right = 1 } } } };
        foreach (Activity statement in statements(number, flag))
        {
            body.Activities.Add(statement);
        }

        return new Sequence
        {
            Variables = { left, number, flag },
            Activities = { new While(context => left.Get(context) > 0) { Body = body } },
        };
    });
}
