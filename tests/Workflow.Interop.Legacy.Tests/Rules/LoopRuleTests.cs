using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>Rules in cloned activities (A.6, A.12).</summary>
[Trait("Paragraph", "A.6")]
public sealed class LoopRuleTests
{
    [Fact]
    public void Rules_InLoop_UseWorkflow()
    {
        using Run run = Run.Of(new Counting());
        Assert.Equal("Completed", run.Last);
        Assert.Equal(["odd", "even", "odd"], Counting.Trace);
    }

    public sealed class Counting : SequenceActivity
    {
        public Counting()
        {
            Trace.Clear();
            RuleDefinitions definitions = new();
            definitions.RuleSets.Add(SetOf(Rule("next", Value(true), Set("Count", Plus(Property("Count"), 1))).Once()));
            definitions.Conditions.Add(new RuleExpressionCondition("more", Less(Property("Count"), 3)));
            definitions.Conditions.Add(new RuleExpressionCondition(
                "even",
                Op(
                    Op(Property("Count"), System.CodeDom.CodeBinaryOperatorType.Modulus, Value(2)),
                    System.CodeDom.CodeBinaryOperatorType.ValueEquality,
                    Value(0))));
            SetValue(RuleDefinitions.RuleDefinitionsProperty, definitions);
            this.With(new WhileActivity("while") { Condition = new RuleConditionReference { ConditionName = "more" } }.With(
                Tree.Sequence(
                    "body",
                    new PolicyActivity("policy") { RuleSetReference = new RuleSetReference("set") },
                    new IfElseActivity("if").With(
                        new IfElseBranchActivity("b1")
                        {
                            Condition = new RuleConditionReference { ConditionName = "even" }
                        }.With(Tree.Code("e", static (_, _) => Trace.Add("even"))),
                        new IfElseBranchActivity("b2").With(Tree.Code("o", static (_, _) => Trace.Add("odd")))))));
        }

        public static List<string> Trace { get; } = [];

        public int Count { get; set; }
    }
}
