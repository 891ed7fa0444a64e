using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>Conditions and actions of applications that throw or return invalid values (A.13a item 3). The error names the rule.</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ThrowingRuleTests
{
    [Theory]
    [InlineData("Validate", "its validation fails with 'Validate'; correct its type.")]
    [InlineData("Paths", "its validation fails with 'Paths'; correct its type.")]
    [InlineData("Run", null)]
    [InlineData("null", null)]
    [InlineData("nulls", null)]
    public void Member_Throws_IsReportedWithRule(string where, string? error)
    {
        RuleSet byCondition = SetOf(new Rule("bad", new BadCondition(where), [Note("a")]), Rule("good", Value(true), Note("b")));
        Check(byCondition, where, "The condition of the rule 'bad'", error);
        RuleSet byAction = SetOf(Rule("bad", Value(true), Note("a"), new BadAction(where)), Rule("good", Less(Property("Count"), 5), Note("b")));
        Check(byAction, where, "The then action 2 of the rule 'bad'", error);
    }

    private static void Check(RuleSet rules, string where, string place, string? error)
    {
        RuleValidation validation = new(typeof(Order), null);
        Assert.Equal(error is null, rules.Validate(validation));
        Assert.Equal(error is null ? [] : [$"{place}: {error}"], validation.Errors.Select(static found => found.ErrorText));
        RuleValidation other = new(typeof(Order), null);
        Exception? failure = Record.Exception(() => rules.Execute(new RuleExecution(other, new Order())));
        if (error is not null)
        {
            Assert.IsType<RuleSetValidationException>(failure);
        }
        else if (where == "Run")
        {
            Assert.Equal($"{place} failed: Run", Assert.IsType<RuleEvaluationException>(failure).Message);
        }
        else
        {
            Assert.Null(failure);
        }
    }

    private static ICollection<string> Paths(string where) => where switch
    {
        "null" => null!,
        "nulls" => [null!, "this/Count/"],
        "Paths" => throw new FormatException(where),
        _ => ["this/Name/"],
    };

    private static bool Do(string place, string where) => place == where ? throw new FormatException(where) : true;

    private sealed class BadCondition(string where) : RuleCondition
    {
        public override string? Name { get; set; }

        public override bool Validate(RuleValidation validation) => Do("Validate", where);

        public override bool Evaluate(RuleExecution execution) => Do("Run", where);

        public override ICollection<string> GetDependencies(RuleValidation validation) => Paths(where);

        public override RuleCondition Clone() => this;
    }

    private sealed class BadAction(string where) : RuleAction
    {
        private bool _isDone;

        public override bool Validate(RuleValidation validator) => Do("Validate", where);

        public override void Execute(RuleExecution context)
        {
            Do("Run", where);
            context.Halted = _isDone;
            _isDone = true;
        }

        public override ICollection<string> GetSideEffects(RuleValidation validation) => Paths(where);

        public override RuleAction Clone() => this;
    }
}
