using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Interop.Legacy.Tests.Tracking;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>Rules in workflows (A.12: PolicyActivity, RuleConditionReference).</summary>
[Trait("Paragraph", "A.12")]
public sealed class PolicyTests
{
    [Fact]
    public void Policy_InAWorkflow_ExecutesTheRulesOfTheRoot()
    {
        using Run run = Run.Of(new Discount { Amount = 150 });
        Assert.Equal("Completed", run.Last);
        Assert.Equal([(150, 15, "large")], Discount.Results);
    }

    [Theory]
    [InlineData(150, "large")]
    [InlineData(50, "small")]
    public void ConditionReference_InABranch_Decides(int amount, string expected)
    {
        using Run run = Run.Of(new Discount { Amount = amount });
        Assert.Equal(expected, Discount.Results[0].Branch);
    }

    [Fact]
    [Trait("Paragraph", "A.10")]
    public void Policy_Tracked_SendsRecordPerRuleWithActions()
    {
        Observing service = new() { Profile = Profiles.All() };
        Policied root = new() { Rules = SetOf(Rule("yes", Value(true), Set("Count", Value(1))), Rule("no", Value(false), Set("Count", Value(2)))) };
        using Run run = Run.Create(root, service);
        run.Instance.Start();
        run.Continue();
        UserTrackingRecord record = Assert.Single(service.Records.OfType<UserTrackingRecord>());
        RuleActionTrackingEvent rule = Assert.IsType<RuleActionTrackingEvent>(record.UserData);
        Assert.Equal(("yes", "yes", true), (record.UserDataKey, rule.RuleName, rule.ConditionResult));
    }

    [Fact]
    public void Policy_RuleFails_Faults()
    {
        Policied root = new() { Rules = SetOf(Rule("r", Value(true), new RuleStatementAction(Call(This, "Fail")))) };
        using Run run = Run.Of(root);
        Assert.Equal("The then action 1 of the rule 'r' failed: broken", Assert.IsType<RuleEvaluationException>(run.Exception).Message);
    }

    [Fact]
    public void Policy_LimitExceeded_Faults()
    {
        Policied root = new() { Rules = SetOf(Rule("r", Less(Property("Count"), int.MaxValue), Set("Count", 1))) };
        root.Policy.EvaluationLimit = 100;
        using Run run = Run.Of(root);
        Assert.IsType<RuleEvaluationException>(run.Exception);
    }

    [Fact]
    public void Policy_EqualRulesInManyInstances_UsesOwnRoot()
    {
        for (int i = 0; i < 100; i++)
        {
            Policied root = new() { Rules = SetOf(Rule("r", Less(Property("Count"), 5), Set("Count", Plus(Property("Count"), 1)))) };
            using Run run = Run.Of(root);
            Assert.Equal(5, root.Count);
        }
    }

    [Fact]
    public void Policy_OfOtherRulesInTheSameType_RunsTheOtherRules()
    {
        for (int i = 0; i < 100; i++)
        {
            Policied root = new() { Rules = SetOf(Rule("r", Value(true), Set("Count", i))) };
            using Run run = Run.Of(root);
            Assert.Equal(i, root.Count);
        }
    }

    [Fact]
    public void Workflow_InvalidRules_ReportsAllWithActivityNames()
    {
        using WorkflowRuntime runtime = new();
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => runtime.CreateWorkflow(typeof(Wrong)));
        Assert.Equal(
            [
                "The activity 'none' names no rule set; set its RuleSetReference.",
                "The activity 'missing' names the rule set 'gone', which is not defined; add it to the RuleDefinitions of the workflow or to its '.rules' resource.",
                $"The activity 'bad' has the rule set 'set', which is not valid for '{typeof(Wrong)}': The condition of the rule 'r': 'A' is no property of '{typeof(Wrong)}' that the rules of '{typeof(Wrong)}' can see; correct the name.",
                $"The activity 'bad' has the rule set 'set', which is not valid for '{typeof(Wrong)}': The then action 1 of the rule 'r': 'B' is no property of '{typeof(Wrong)}' that the rules of '{typeof(Wrong)}' can see; correct the name.",
                "The activity 'b1' names the condition 'gone', which is not defined; add it to the RuleDefinitions of the workflow or to its '.rules' resource.",
                "The activity 'b2' has a condition without a name; set its ConditionName.",
                $"The activity 'b3' has the condition 'c', which is not valid for '{typeof(Wrong)}': The condition 'c': 'C' is no property of '{typeof(Wrong)}' that the rules of '{typeof(Wrong)}' can see; correct the name.",
            ],
            exception.Errors.Select(static error => error.ErrorText));
    }

    /// <summary>A workflow in the form that the designer generates. Its rules use its own members.</summary>
    public sealed class Discount : SequenceActivity
    {
#pragma warning disable IDE0044 // Rules set the field.
        private int _discount;
#pragma warning restore IDE0044

        public Discount()
        {
            _discount = 0;
            Results.Clear();
            RuleDefinitions definitions = new();
            definitions.RuleSets.Add(SetOf(Rule(
                "tenth",
                Op(Property("Amount"), System.CodeDom.CodeBinaryOperatorType.GreaterThan, Value(100)),
                Set(Field("_discount"), Op(Property("Amount"), System.CodeDom.CodeBinaryOperatorType.Divide, Value(10))))));
            definitions.Conditions.Add(new RuleExpressionCondition(
                "isLarge",
                Op(Field("_discount"), System.CodeDom.CodeBinaryOperatorType.GreaterThan, Value(0))));
            SetValue(RuleDefinitions.RuleDefinitionsProperty, definitions);
            this.With(
                new PolicyActivity("policy") { RuleSetReference = new RuleSetReference("set") },
                new IfElseActivity("if").With(
                    new IfElseBranchActivity("large")
                    {
                        Condition = new RuleConditionReference { ConditionName = "isLarge" }
                    }.With(Tree.Code("l", (_, _) => Results.Add((Amount, _discount, "large")))),
                    new IfElseBranchActivity("small").With(Tree.Code("s", (_, _) => Results.Add((Amount, _discount, "small"))))));
        }

        public static List<(int Amount, int Discount, string Branch)> Results { get; } = [];

        public int Amount { get; set; }
    }

    public sealed class Policied : SequenceActivity
    {
        public Policied() => this.With(Policy);

        public PolicyActivity Policy { get; } = new("policy") { RuleSetReference = new RuleSetReference("set") };

        public int Count { get; set; }

        public RuleSet Rules
        {
            init
            {
                RuleDefinitions definitions = new();
                definitions.RuleSets.Add(value);
                SetValue(RuleDefinitions.RuleDefinitionsProperty, definitions);
            }
        }

        public int Fail() => throw new FormatException("broken");
    }

    public sealed class Wrong : SequentialWorkflowActivity
    {
        public Wrong()
        {
            RuleDefinitions definitions = new();
            definitions.RuleSets.Add(SetOf(Rule("r", Property("A"), Set("B", 1))));
            definitions.Conditions.Add(new RuleExpressionCondition("c", Property("C")));
            SetValue(RuleDefinitions.RuleDefinitionsProperty, definitions);
            this.With(
                new PolicyActivity("none"),
                new PolicyActivity("missing") { RuleSetReference = new RuleSetReference("gone") },
                new PolicyActivity("bad") { RuleSetReference = new RuleSetReference("set") },
                new IfElseActivity("if").With(
                    new IfElseBranchActivity("b1") { Condition = new RuleConditionReference { ConditionName = "gone" } },
                    new IfElseBranchActivity("b2") { Condition = new RuleConditionReference() },
                    new IfElseBranchActivity("b3") { Condition = new RuleConditionReference { ConditionName = "c" } }));
        }
    }
}
