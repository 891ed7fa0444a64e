using System.CodeDom;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.Tests.TestKit;
using static System.CodeDom.CodeBinaryOperatorType;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>Expressions that are deep or circular, and rule sets with many rules.</summary>
public sealed class HostileRuleTests
{
    private const string TooDeep =
        "The condition of the rule 'r': the expression or statement has more than 500 levels, or contains itself; divide it into smaller expressions.";

    [Theory]
    [InlineData(490, true)]
    [InlineData(600, false)]
    [InlineData(100_000, false)]
    public void Condition_OfManyLevels_IsRefusedBeyondTheLimit(int levels, bool isValid)
    {
        CodeExpression deep = Value(true);
        for (int i = 0; i < levels; i++)
        {
            deep = Op(deep, BooleanAnd, Value(true));
        }

        if (!isValid)
        {
            Assert.Equal(TooDeep, ErrorOf<Order>(deep));
            Assert.Contains("...", new RuleExpressionCondition(deep).ToString(), StringComparison.Ordinal);
            Assert.Throws<InvalidOperationException>(() => new RuleExpressionCondition(deep).Clone());
            return;
        }

        RuleEngine engine = new(SetOf(Rule("r", deep, Set("Count", 1))), typeof(Order));
        for (int i = 0; i < 80; i++)
        {
            Order order = new();
            engine.Execute(order);
            Assert.Equal(1, order.Count);
        }
    }

    [Fact]
    public void Condition_OfManyLevels_IsValidatedOnASmallStack()
    {
        CodeExpression deep = Property("Parent");
        for (int i = 0; i < 480; i++)
        {
            deep = Property(deep, "Parent");
        }

        Exception? failure = null;
        string[] errors = [];
        Thread thread = new(
            () =>
            {
                try
                {
                    errors = ErrorsOf<Order>(Rule("r", Same(deep, null), Note("a")));
                }
                catch (Exception exception)
                {
                    failure = exception;
                }
            },
            maxStackSize: 256 * 1024);
        thread.Start();
#pragma warning disable RS0030 // The test needs its own thread to have a small stack.
        thread.Join();
#pragma warning restore RS0030
        Assert.Null(failure);
        Assert.True(errors.Length == 0 || errors[0].Contains("too deep for the stack", StringComparison.Ordinal), string.Join(' ', errors));
    }

    [Fact]
    public void Condition_ContainsItself_IsRefused()
    {
        CodeBinaryOperatorExpression circle = new(Value(true), BooleanAnd, Value(true));
        circle.Right = circle;
        Assert.StartsWith("The condition of the rule 'r': the expression or statement has more than", ErrorOf<Order>(circle), StringComparison.Ordinal);
        Assert.False(new RuleExpressionCondition(circle).Equals(new RuleExpressionCondition(circle)));
    }

    [Fact]
    public void Condition_SharedParts_IsRefusedBeyondLimit()
    {
        CodeExpression shared = Value(true);
        for (int i = 0; i < 100; i++)
        {
            shared = Op(shared, BooleanAnd, shared);
        }

        Assert.Equal(
            "The condition of the rule 'r': the expression or statement has more than 1000000 parts; divide it into smaller expressions.",
            ErrorOf<Order>(shared));
    }

    [Fact]
    public void RuleSet_OfThousandsOfRules_RunsThem()
    {
        RuleSet rules = SetOf([.. Enumerable.Range(0, 3000).Select(static i => Rule($"r{i:0000}", Same(Property("Count"), i), Set("Count", i + 1)))]);
        Order order = new();
        new RuleEngine(rules, typeof(Order)).Execute(order);
        Assert.Equal(3000, order.Count);
    }
}
