using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>The rule object model (A.13a item 3).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ModelTests
{
    [Fact]
    public void Defaults_OfTheModel_AreThoseOfWf3()
    {
        RuleSet rules = new();
        Rule rule = new();
        Assert.Equal((RuleChainingBehavior.Full, null), (rules.ChainingBehavior, rules.Name));
        Assert.Equal((0, true, RuleReevaluationBehavior.Always, null), (rule.Priority, rule.Active, rule.ReevaluationBehavior, rule.Name));
        Assert.Empty(rule.ThenActions);
        Assert.Empty(rule.ElseActions);
    }

    [Fact]
    public void Clone_OfARuleSet_IsEqualAndApart()
    {
        RuleSet rules = SetOf(Rule(
            "a",
            Less(Property("Count"), 5),
            Note("x"),
            new RuleHaltAction(),
            new RuleUpdateAction("this/Count")).Else(Set("Count", New<List<int[]>>())).First(3));
        rules.Description = "text";
        RuleSet copy = rules.Clone();
        Assert.Equal(rules, copy);
        Assert.Equal(rules.GetHashCode(), copy.GetHashCode());
        Assert.NotSame(rules.Rules.First(), copy.Rules.First());
        ((RuleExpressionCondition)copy.Rules.First().Condition!).Expression = Less(Property("Count"), 6);
        Assert.NotEqual(rules, copy);
        Assert.NotEqual(rules.Rules.First(), copy.Rules.First());
        Assert.Equal("this.Count < 5", rules.Rules.First().Condition!.ToString());
    }

    [Fact]
    public void ToString_OfConditionsAndActions_ReadsLikeCode()
    {
        Assert.Equal("this.Trace.Add(\"a\")", Note("a").ToString());
        Assert.Equal("this.Count = (this.Count + 1) + 2", Set("Count", Plus(Plus(Property("Count"), 1), 2)).ToString());
        Assert.Equal("Halt", new RuleHaltAction().ToString());
        Assert.Equal("Update(\"this/Count\")", new RuleUpdateAction("this/Count").ToString());
    }

    [Fact]
    public void Definitions_WithTheSameNameTwice_RefuseTheSecond()
    {
        RuleDefinitions definitions = new();
        definitions.RuleSets.Add(new RuleSet("a"));
        Assert.Throws<ArgumentException>(() => definitions.RuleSets.Add(new RuleSet("a")));
        Assert.Throws<ArgumentException>(() => definitions.Conditions.Add(new RuleExpressionCondition()));
    }

    [Fact]
    public void Paths_OfConditionsAndActions_AreThoseOfTheirMembers()
    {
        RuleValidation validation = new(typeof(Order), null);
        Assert.Equal(["this/Line/", "this/Line/Count/"], new RuleExpressionCondition(Less(Property("Line", "Count"), 5)).GetDependencies(validation).Order());
        Assert.Equal(["this/Line/Count/"], Set(Property("Line", "Count"), Property("Count")).GetSideEffects(validation));
        Assert.Equal(["this/Line/*"], new RuleUpdateAction("this/Line/*").GetSideEffects(validation));
    }
}
