using System.Linq.Expressions;
using FsCheck;
using FsCheck.Fluent;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;
using Runner = Workflow.Core.Tests.TestKit.Runner;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>
/// Compares random trees of operators that are converted to activities with the same trees compiled: both yield the same value, or both throw.
/// </summary>
[Rule("20.5")]
[Trait("Category", RandomRounds.Category)]
public sealed class ConvertAgreementTests
{
    private const int Samples = 200;

    private static readonly ExpressionType[] Numeric =
    [
        ExpressionType.Add, ExpressionType.AddChecked, ExpressionType.Subtract, ExpressionType.SubtractChecked, ExpressionType.Multiply,
        ExpressionType.MultiplyChecked, ExpressionType.Divide, ExpressionType.And, ExpressionType.Or,
    ];

    private static readonly ExpressionType[] Comparing =
    [
        ExpressionType.Equal, ExpressionType.NotEqual, ExpressionType.LessThan, ExpressionType.LessThanOrEqual, ExpressionType.GreaterThan,
        ExpressionType.GreaterThanOrEqual,
    ];

    private static readonly ExpressionType[] Logical = [ExpressionType.And, ExpressionType.Or, ExpressionType.AndAlso, ExpressionType.OrElse];

    private static readonly Type[] Numbers = [typeof(int), typeof(long), typeof(int?), typeof(decimal)];

    [Fact]
    public void Convert_OfRandomTrees_AgreesWithCompile() =>
        RandomRounds.Check(Arb.From(Gen.Choose(0, int.MaxValue)), Samples, (1, 100), seed => Compare(new Trees(new Random(seed))));

    private static string? Compare(Trees trees)
    {
        Expression<Func<ActivityContext, bool>> tree = Expression.Lambda<Func<ActivityContext, bool>>(trees.Truth(4), trees.Context);
        Activity<bool> converted = ExpressionServices.Convert(tree);
        (bool? expected, bool? actual) = (Outcome(trees, tree.Compile()), Outcome(trees, converted));
        return expected == actual ? null : $"{tree} yields {expected} compiled, and {actual} converted.";
    }

    /// <summary>
    /// Returns the value; null if an exception was thrown. The kind of exception depends on the order in which arguments are evaluated (rule 4.2).
    /// </summary>
    private static bool? Outcome(Trees trees, Activity<bool> condition)
    {
        Take<bool> take = new() { Value = condition };
        trees.Scope.Activities.Clear();
        trees.Scope.Activities.Add(take);
        Ended ended = Runner.Run(new Sequence { Activities = { trees.Scope } }, Lane.Fast);
        return ended.Reason is null ? take.Taken[0] : null;
    }

    private sealed class Trees(Random random)
    {
        /// <summary>A scope with the variables. It moves from one root to the next, and keeps its variables.</summary>
        public Sequence Scope { get; } = new();

        public ParameterExpression Context { get; } = Expression.Parameter(typeof(ActivityContext), "context");

        public Expression Truth(int depth)
        {
            switch (depth == 0 ? 0 : random.Next(6))
            {
                case 0:
                    return Place(random.Next(2) == 0, typeof(bool));
                case 1:
                    return Expression.Not(Truth(depth - 1));
                case 2 or 3:
                    return Expression.MakeBinary(Pick(Logical), Truth(depth - 1), Truth(depth - 1));
                default:
                    Type type = Pick(Numbers);
                    return Expression.MakeBinary(Pick(Comparing), Number(type, depth - 1), Number(type, depth - 1));
            }
        }

        private Expression Number(Type type, int depth)
        {
            switch (depth <= 0 ? 0 : random.Next(5))
            {
                case 0:
                    return Leaf(type);
                case 1:
                    Expression converted = Number(Pick(Numbers), depth - 1);
                    return random.Next(2) == 0 ? Expression.Convert(converted, type) : Expression.ConvertChecked(converted, type);
                default:
                    ExpressionType node = type == typeof(decimal) ? Numeric[random.Next(7)] : Pick(Numeric);
                    return Expression.MakeBinary(node, Number(type, depth - 1), Number(type, depth - 1));
            }
        }

        private Expression Leaf(Type type)
        {
            int value = random.Next(6) switch { 0 => int.MaxValue, 1 => int.MinValue, 2 => 0, 3 => -1, _ => random.Next(-9, 10) };
            return type == typeof(int) ? Place(value, type)
                : type == typeof(long) ? Place(value * 3_000_000_000L / 2, type)
                : type == typeof(decimal) ? Place(value / 4m, type)
                : Place(value == 0 ? null : value, type);
        }

        /// <summary>Returns a constant, or a variable that holds the value.</summary>
        private Expression Place(object? value, Type type)
        {
            if (random.Next(2) == 0)
            {
                return Expression.Constant(value, type);
            }

            Variable variable = Variable.Create($"v{Scope.Variables.Count}", type, VariableModifiers.None);
            ActivityWithResult literal = (ActivityWithResult)Activator.CreateInstance(typeof(Literal<>).MakeGenericType(type))!;
            literal.GetType().GetProperty("Value")!.SetValue(literal, value);
            variable.Default = literal;
            Scope.Variables.Add(variable);
            return Expression.Call(Expression.Constant(variable), variable.GetType().GetMethod("Get", [typeof(ActivityContext)])!, Context);
        }

        private T Pick<T>(T[] choices) => choices[random.Next(choices.Length)];
    }
}
