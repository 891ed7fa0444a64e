using System.Linq.Expressions;
using Workflow;
using Workflow.Expressions;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

/// <summary>The code of docs/author/expressions.md.</summary>
internal static class ExpressionActivities
{
    public static Activity WithLambda()
    {
        Variable<decimal> total = new("total", 120m);
        Variable<decimal> toPay = new("toPay");
        return new Sequence
        {
            Variables = { total, toPay },
            Activities =
            {
                new Assign<decimal> { To = toPay, Value = new(context => total.Get(context) > 100 ? total.Get(context) * 0.9m : total.Get(context)) },
                new WriteLine { Text = new(context => $"{toPay.Get(context)}") },
            },
        };
    }

    public static Activity WithActivities()
    {
        Variable<decimal> total = new("total", 120m);
        Variable<decimal> toPay = new("toPay");
        Activity discount = new Assign<decimal> { To = toPay, Value = new Multiply<decimal, decimal, decimal> { Left = total, Right = 0.9m } };
        return new Sequence
        {
            Variables = { total, toPay },
            Activities =
            {
                new Assign<decimal> { To = toPay, Value = total },
                new If
                {
                    Condition = new GreaterThan<decimal, decimal, bool> { Left = total, Right = 100m },
                    Then = discount,
                },
                new WriteLine { Text = new(context => $"{toPay.Get(context)}") },
            },
        };
    }

    public static Activity<double> Average(Variable<int> sum, Variable<int> count) => new Divide<double, double, double>
    {
        Left = new Cast<int, double> { Operand = sum },
        Right = new Cast<int, double> { Operand = count },
    };

    public static Activity<bool> IsLarge(Variable<string?> text) => new AndAlso
    {
        Left = new NotEqual<string?, string?, bool> { Left = text, Right = new Literal<string?>(null) },
        Right = new GreaterThan<int, int, bool>
        {
            Left = new PropertyValue<string?, int> { PropertyName = "Length", Operand = text },
            Right = 100,
        },
    };

    public static Activity Fill(Variable<Address> address, Variable<string[]> lines) => new Sequence
    {
        Activities =
        {
            new Assign<string>
            {
                To = new OutArgument<string>(new PropertyReference<Address, string> { PropertyName = "City", Operand = address }),
                Value = "Oslo",
            },
            new Assign<string>
            {
                To = new OutArgument<string>(new ArrayItemReference<string> { Array = lines, Index = 0 }),
                Value = new InvokeMethod<string>
                {
                    TargetObject = new InArgument<string>(new PropertyValue<Address, string> { PropertyName = "City", Operand = address }),
                    MethodName = "ToUpperInvariant",
                },
            },
        },
    };

    public static Activity MoveTo(Variable<Position> position, int x) => new Assign<int>
    {
        To = new OutArgument<int>(new ValueTypePropertyReference<Position, int> { PropertyName = "X", OperandLocation = position }),
        Value = x,
    };

    public static Activity<bool> Convert(Variable<int> count)
    {
        Expression<Func<ActivityContext, bool>> rule = context => count.Get(context) > 3 && count.Get(context) < 10;
        return ExpressionServices.Convert(rule);
    }
}

internal sealed class Address
{
    public string City { get; set; } = "";
}

internal struct Position
{
    public int X { get; set; }

    public int Y { get; set; }
}
