using System.CodeDom;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.Tests.TestKit;
using static System.CodeDom.CodeBinaryOperatorType;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>The order of rules, and the rules that are evaluated again (A.12, PolicyActivity).</summary>
[Trait("Paragraph", "A.12")]
public sealed class ChainingTests
{
    [Fact]
    public void Rules_WithPriorities_RunByPriorityThenByName() =>
        Assert.Equal(
            "high a b low",
            Run(
                Rule("low", Value(true), Note("low")).First(-1),
                Rule("b", Value(true), Note("b")),
                Rule("a", Value(true), Note("a")),
                Rule("high", Value(true), Note("high")).First(5)));

    [Fact]
    public void Rule_Inactive_DoesNotRun()
    {
        Rule off = Rule("off", Value(true), Note("off"));
        off.Active = false;
        Assert.Equal("on", Run(off, Rule("on", Value(true), Note("on"))));
    }

    [Fact]
    public void Rule_ConditionFalse_RunsElseActions() =>
        Assert.Equal("else", Run(Rule("r", Value(false), Note("then")).Else(Note("else"))));

    [Fact]
    public void Halt_InAnAction_EndsTheRuleSet() =>
        Assert.Equal("a", Run(Rule("a", Value(true), Note("a"), new RuleHaltAction()), Rule("b", Value(true), Note("b"))));

    [Theory]
    [InlineData(RuleChainingBehavior.Full, 5)]
    [InlineData(RuleChainingBehavior.UpdateOnly, 1)]
    [InlineData(RuleChainingBehavior.None, 1)]
    public void Rule_ChangesItsInput_RunsAgainIfChainingIsFull(RuleChainingBehavior chaining, int expected)
    {
        RuleSet rules = SetOf(Rule("r", Less(Property("Count"), 5), Set("Count", Plus(Property("Count"), 1))));
        rules.ChainingBehavior = chaining;
        Assert.Equal(expected, Execute(rules).Count);
    }

    [Fact]
    public void Rule_NeverReevaluated_RunsActionsOnce()
    {
        Rule rule = Rule("r", Less(Property("Count"), 5), Set("Count", Plus(Property("Count"), 1)));
        rule.ReevaluationBehavior = RuleReevaluationBehavior.Never;
        Assert.Equal(1, Execute(SetOf(rule)).Count);
    }

    [Fact]
    public void Rule_NeverReevaluatedButNotRun_IsEvaluatedAgain()
    {
        Rule rule = Rule("a", Same(Property("Count"), 1), Note("a"));
        rule.ReevaluationBehavior = RuleReevaluationBehavior.Never;
        Assert.Equal("a", Run(rule, Rule("b", Value(true), Set("Count", 1))));
    }

    [Fact]
    public void Rule_AffectedWithHigherPriority_RunsNext() => Assert.Equal(
        "first2 change first3 last",
        Run(
            Rule("first", Less(Property("Count"), 1), Note("first1")).Else(Note("first3")).First(9),
            Rule("change", Same(Property("Count"), 0), Note("change"), Set("Count", 1)).First(5),
            Rule("last", Value(true), Note("last"))).Replace("first1", "first2", StringComparison.Ordinal));

    [Theory]
    [InlineData("this/Line/Count", "a b a")]
    [InlineData("this/Line/Count/", "a b a")]
    [InlineData("this/Line/*", "a b a")]
    [InlineData("this/Line", "a b a")]
    [InlineData("this/*", "a b a")]
    [InlineData("this/Line/Price", "a b")]
    [InlineData("this/Count", "a b")]
    public void Update_OfAPath_EvaluatesItsReadersAgain(string path, string expected)
    {
        Rule once = Rule("b", Same(Property("Flag"), false), Note("b"), new RuleUpdateAction(path));
        once.ReevaluationBehavior = RuleReevaluationBehavior.Never;
        RuleSet rules = SetOf(Rule("a", Same(Property("Line", "Count"), 0), Note("a")), once);
        rules.ChainingBehavior = RuleChainingBehavior.UpdateOnly;
        Assert.Equal(expected, string.Join(' ', Execute(rules).Trace));
    }

    public static TheoryData<string, CodeExpression, RuleAction, bool> Dependencies() => new()
    {
        { "same member", Same(Property("Line", "Count"), 0), Set(Property("Line", "Count"), Value(0)), true },
        { "other member", Same(Property("Line", "Count"), 0), Set(Property("Line", "Price"), Value(0)), false },
        { "the object before", Same(Property("Line", "Count"), 0), Set("Line", New<Line>()), true },
        { "a member below", Op(Property("Line"), IdentityInequality, Value(null)), Set(Property("Line", "Count"), Value(0)), false },
        { "an item", Same(Property(Item(0), "Count"), 0), Set(Property(Item(1), "Price"), Value(0)), true },
        { "the array", Same(Property(Item(0), "Count"), 0), Set("Lines", Property("Lines")), true },
        {
            "an indexer",
            Same(new CodeIndexerExpression(Property("Table"), Value("a")), 1),
            Set(new CodeIndexerExpression(Property("Table"), Value("b")), Value(0)),
            true
        },
        { "RuleRead of a property", Same(Property("Doubled"), 0), Set("Count", 0), true },
        { "RuleRead of a method", Same(Call(This, "IsExpensive"), false), Set("Total", 0), true },
        { "RuleRead of something else", Same(Call(This, "IsExpensive"), false), Set("Count", 0), false },
        { "a method without attributes", Same(Call(This, "Secret"), 42), Set("Count", 0), false },
        { "an argument", Same(Call(This, "Accepts", Property("Parent")), false), Set("Parent", Value(null)), true },
        { "below an argument", Same(Call(This, "Accepts", This), false), Set("Total", Value(0)), true },
        { "RuleWrite of a method", Same(Property("Total"), 0), new RuleStatementAction(Call(This, "Add", Value(0m))), true },
        { "RuleInvoke of a method", Same(Property("Total"), 0), new RuleStatementAction(Call(This, "AddTwice", Value(0m))), true },
        { "RuleWrite of a parameter", Less(Property("Total"), 5), new RuleStatementAction(Call(This, "AddTo", This)), true },
        { "out", Same(Property("Count"), 0), new RuleStatementAction(Call(This, "TryHalf", Value(0), Out(Property("Count")))), true },
        { "static", Same(Property(Type<Order>(), "Created").AsField(), 3), Set(Property(Type<Order>(), "Created").AsField(), Value(3)), true },
    };

    [Theory]
    [MemberData(nameof(Dependencies))]
    public void Action_ChangesConditionInput_ReevaluatesCondition(string name, CodeExpression condition, RuleAction action, bool isAgain)
    {
        Rule change = Rule("change", Value(true), action);
        change.ReevaluationBehavior = RuleReevaluationBehavior.Never;
        string trace = Run(Rule("a", condition, Note("a")).Else(Note("a")), change);
        Assert.True((trace == "a a") == isAgain && trace.StartsWith('a'), $"{name}: {trace}");
    }

    [Fact]
    public void Tracking_OfRules_ReportsActions()
    {
        List<string> events = [];
        RuleSet rules = SetOf(
            Rule("a", Value(true), Note("a")),
            Rule("b", Value(false), Note("b")),
            Rule("c", Value(false)).Else(Set("Count", 1)),
            Rule("d", Same(Property("Count"), 1), Note("d")).First(1));
        RuleExecution execution = new(new RuleValidation(typeof(Order), null), new Order()) { Tracking = e => events.Add($"{e.RuleName} {e.ConditionResult}") };
        rules.Execute(execution);
        Assert.Equal(["a True", "c False", "d True"], events);
    }

    [Fact]
    public void Rules_Endless_StopAtLimitAndToken()
    {
        RuleEngine engine = new(SetOf(Rule("r", Value(true), Set("Count", 1)), Rule("s", Same(Property("Count"), 1), Set("Count", 1))), typeof(Order));
        RuleValidation validation = new(typeof(Order), null);
        Assert.Equal(
            "The rule set 'set' evaluated 1000 conditions without an end; change its rules so that they end, or raise the EvaluationLimit.",
            Assert.Throws<RuleEvaluationException>(() => engine.Execute(new RuleExecution(validation, new Order()) { EvaluationLimit = 1000 })).Message);
        using CancellationTokenSource source = new();
        int count = 0;
        RuleExecution execution = new(validation, new Order())
        {
            CancellationToken = source.Token,
            Tracking = _ =>
            {
                if (++count == 500)
                {
                    source.Cancel();
                }
            },
        };
        Assert.Throws<OperationCanceledException>(() => engine.Execute(execution));
    }

    [Fact]
    public void Members_Throw_FailWithRuleAndException()
    {
        RuleEngine condition = new(SetOf(Rule("r", Same(Call(This, "Fail"), 1))), typeof(Order));
        RuleEvaluationException exception = Assert.Throws<RuleEvaluationException>(() => condition.Execute(new Order()));
        Assert.Equal("The condition of the rule 'r' failed: broken", exception.Message);
        Assert.IsType<FormatException>(exception.InnerException);
        RuleEngine action = new(SetOf(Rule("r", Value(true), Note("a"), new RuleStatementAction(Call(This, "Fail")))), typeof(Order));
        Assert.Equal("The then action 2 of the rule 'r' failed: broken", Assert.Throws<RuleEvaluationException>(() => action.Execute(new Order())).Message);
    }

    [Fact]
    public void Members_OfNull_FailWithTheExpression()
    {
        RuleEngine engine = new(SetOf(Rule("r", Same(Property("Parent", "Line", "Count"), 1))), typeof(Order));
        Assert.Equal(
            "The condition of the rule 'r' failed: 'this.Parent' is null; check it in the condition before its members are used.",
            Assert.Throws<RuleEvaluationException>(() => engine.Execute(new Order())).Message);
        RuleEngine guarded = new(
            SetOf(Rule(
                "r",
                Op(Op(Property("Parent"), IdentityInequality, Value(null)), BooleanAnd, Same(Property("Parent", "Count"), 0)),
                Note("then")).Else(Note("else"))),
            typeof(Order));
        Order order = new();
        guarded.Execute(order);
        Assert.Equal(["else"], order.Trace);
    }

    [Fact]
    public void ConditionsAndActions_OfApplications_AreUsed()
    {
        Rule rule = new("r", new OwnCondition(), [new OwnAction()]);
        Order order = Execute(SetOf(rule, Rule("s", Same(Property("Name"), "own"), Set("Count", 3))));
        Assert.Equal(("own", 3), (order.Name, order.Count));
        Assert.Equal(["The condition of the rule 'r': is refused."], ErrorsOf<string>(new Rule("r", new OwnCondition(), [])));
    }

    private static CodeExpression Item(int index) => new CodeArrayIndexerExpression(Property("Lines"), Value(index));

    private static Order Execute(RuleSet rules)
    {
        Order order = new();
        new RuleEngine(rules, typeof(Order)).Execute(order);
        return order;
    }

    private static string Run(params Rule[] rules) => string.Join(' ', Execute(SetOf(rules)).Trace);

    private sealed class OwnCondition : RuleCondition
    {
        public override string? Name { get; set; }

        public override RuleCondition Clone() => new OwnCondition();

        public override bool Evaluate(RuleExecution execution) => ((Order)execution.ThisObject).Count < 3;

        public override ICollection<string> GetDependencies(RuleValidation validation) => ["this/Count/"];

        public override bool Validate(RuleValidation validation)
        {
            if (validation.ThisType != typeof(Order))
            {
                validation.Errors.Add(new ComponentModel.Compiler.ValidationError("The condition of the rule 'r': is refused.", 0));
            }

            return validation.ThisType == typeof(Order);
        }
    }

    private sealed class OwnAction : RuleAction
    {
        public override RuleAction Clone() => new OwnAction();

        public override void Execute(RuleExecution context) => ((Order)context.ThisObject).Name = "own";

        public override ICollection<string> GetSideEffects(RuleValidation validation) => ["this/Name/"];

        public override bool Validate(RuleValidation validator) => true;
    }
}
