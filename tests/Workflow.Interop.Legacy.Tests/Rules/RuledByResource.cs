using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.Tests.TestKit;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>A workflow whose rules are in an embedded resource with the name of the workflow.</summary>
public sealed class RuledByResource : SequenceActivity
{
#pragma warning disable IDE0044 // Rules set the field.
    private int _discount;
#pragma warning restore IDE0044

    public RuledByResource()
    {
        _discount = 0;
        this.With(
            new PolicyActivity("policy") { RuleSetReference = new RuleSetReference("Discounts") },
            new IfElseActivity("if").With(
                new IfElseBranchActivity("large")
                {
                    Condition = new RuleConditionReference { ConditionName = "IsLarge" }
                }.With(Tree.Code("l", (_, _) => Note("large"))),
                new IfElseBranchActivity("small").With(Tree.Code("s", (_, _) => Note("small")))));
    }

    public static string? Branch { get; private set; }

    public static int Discount { get; private set; }

    public int Amount { get; set; }

    private void Note(string branch)
    {
        Branch = branch;
        Discount = _discount;
    }
}

/// <summary>A workflow whose resource is damaged.</summary>
public sealed class RuledByDamage : SequenceActivity
{
    public RuledByDamage() => this.With(new PolicyActivity("policy") { RuleSetReference = new RuleSetReference("set") });
}
