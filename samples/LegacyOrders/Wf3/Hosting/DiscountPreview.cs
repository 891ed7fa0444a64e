using System.CodeDom;
using System.Collections.Generic;
using System.Xml;
using LegacyOrders.Wf3.Orders;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel.Serialization;

namespace LegacyOrders.Wf3.Hosting;

/// <summary>Applies rules without a workflow.</summary>
public class DiscountPreview
{
    public decimal Total { get; set; }

    public int Discount { get; set; }

    public string Note { get; set; }

    /// <summary>Computes the discount of an order, in percent.</summary>
    public static DiscountPreview Of(Order order)
    {
        DiscountPreview preview = new DiscountPreview();
        foreach (OrderLine line in order.Lines)
        {
            preview.Total += line.Price * line.Quantity;
        }

        RuleSet rules = CreateRules();
        RuleValidation validation = new RuleValidation(typeof(DiscountPreview), null);
        if (!rules.Validate(validation))
        {
            throw new RuleSetValidationException("The rules are not valid.", validation.Errors);
        }

        RuleExecution execution = new RuleExecution(validation, preview);
        rules.Execute(execution);
        return preview;
    }

    /// <summary>Creates an engine for the same rules, which are validated once.</summary>
    public static RuleEngine CreateEngine()
    {
        return new RuleEngine(CreateRules(), typeof(DiscountPreview));
    }

    /// <summary>Returns the names of the rule sets in a document.</summary>
    public static ICollection<string> NamesOf(XmlReader reader)
    {
        RuleDefinitions definitions = (RuleDefinitions)new WorkflowMarkupSerializer().Deserialize(reader);
        List<string> names = new List<string>();
        foreach (RuleSet rules in definitions.RuleSets)
        {
            names.Add(rules.Name);
        }

        return names;
    }

    private static RuleSet CreateRules()
    {
        CodeThisReferenceExpression self = new CodeThisReferenceExpression();
        CodePropertyReferenceExpression total = new CodePropertyReferenceExpression(self, "Total");
        CodePropertyReferenceExpression discount = new CodePropertyReferenceExpression(self, "Discount");
        CodePropertyReferenceExpression note = new CodePropertyReferenceExpression(self, "Note");
        RuleSet rules = new RuleSet("preview");
        rules.ChainingBehavior = RuleChainingBehavior.UpdateOnly;
        List<RuleAction> then = new List<RuleAction>();
        then.Add(new RuleStatementAction(new CodeAssignStatement(discount, new CodePrimitiveExpression(10))));
        then.Add(new RuleUpdateAction("this/Discount"));
        Rule large = new Rule("large", IsAbove(total, 1000), then);
        large.Priority = 2;
        large.ReevaluationBehavior = RuleReevaluationBehavior.Never;
        rules.Rules.Add(large);
        List<RuleAction> last = new List<RuleAction>();
        last.Add(new RuleStatementAction(new CodeAssignStatement(note, new CodePrimitiveExpression("discount"))));
        last.Add(new RuleHaltAction());
        Rule noted = new Rule("noted", IsAbove(discount, 0), last);
        noted.Active = true;
        rules.Rules.Add(noted);
        return rules;
    }

    private static RuleExpressionCondition IsAbove(CodeExpression value, int limit)
    {
        return new RuleExpressionCondition(new CodeBinaryOperatorExpression(value, CodeBinaryOperatorType.GreaterThan, new CodePrimitiveExpression(limit)));
    }
}
