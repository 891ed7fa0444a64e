using System;
using System.CodeDom;
using System.IO;
using System.Xml;
using LegacyOrders.Wf3.Orders;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel.Serialization;

namespace LegacyOrders.Wf3.Workflows;

/// <summary>The rules for returns, written in code.</summary>
public static class ReturnRules
{
    public const string Name = "Refund";

    private static readonly CodeThisReferenceExpression Self = new CodeThisReferenceExpression();
    private static readonly CodeFieldReferenceExpression Days = new CodeFieldReferenceExpression(Self, "_days");
    private static readonly CodeFieldReferenceExpression Fees = new CodeFieldReferenceExpression(Self, "_fees");
    private static readonly CodePropertyReferenceExpression Refund = new CodePropertyReferenceExpression(Self, "Refund");

    public static RuleDefinitions Create()
    {
        RuleSet rules = new RuleSet(Name);
        rules.ChainingBehavior = RuleChainingBehavior.None;
        rules.Rules.Add(CreateInTime());
        rules.Rules.Add(CreateLimit());
        rules.Rules.Add(CreateVoucher());
        RuleDefinitions definitions = new RuleDefinitions();
        definitions.RuleSets.Add(rules);
        return definitions;
    }

    /// <summary>Returns the rules as the document that the rule editor of the application reads.</summary>
    public static string ToDocument(RuleDefinitions definitions)
    {
        using (StringWriter text = new StringWriter())
        {
            using (XmlWriter writer = XmlWriter.Create(text))
            {
                new WorkflowMarkupSerializer().Serialize(writer, definitions);
            }

            return text.ToString();
        }
    }

    /// <summary>
    /// Creates the rule for the time of the return. Within two weeks, the refund is the price of the first line; later, it is an entry in the list of fees.
    /// </summary>
    private static Rule CreateInTime()
    {
        CodeExpression lines = new CodePropertyReferenceExpression(new CodePropertyReferenceExpression(Self, "Order"), "Lines");
        CodeExpression price = new CodePropertyReferenceExpression(new CodeIndexerExpression(lines, new CodePrimitiveExpression(0)), "Price");
        Rule rule = new Rule("in time");
        rule.Condition = IsTrue(Days, CodeBinaryOperatorType.LessThanOrEqual, new CodePrimitiveExpression(14));
        rule.ThenActions.Add(new RuleStatementAction(new CodeAssignStatement(Refund, price)));
        rule.ElseActions.Add(new RuleStatementAction(new CodeAssignStatement(Refund, new CodeArrayIndexerExpression(Fees, new CodePrimitiveExpression(1)))));
        rule.Priority = 3;
        return rule;
    }

    private static Rule CreateLimit()
    {
        CodeExpression limit = new CodeCastExpression(typeof(decimal), new CodePrimitiveExpression(50));
        CodeExpression smaller = new CodeMethodInvokeExpression(new CodeTypeReferenceExpression(typeof(Math)), "Min", Refund, limit);
        Rule rule = new Rule("limit");
        rule.Condition = IsTrue(Refund, CodeBinaryOperatorType.GreaterThan, limit);
        rule.ThenActions.Add(new RuleStatementAction(new CodeAssignStatement(Refund, smaller)));
        rule.Priority = 2;
        return rule;
    }

    private static Rule CreateVoucher()
    {
        CodeExpression voucher = new CodeObjectCreateExpression(
            typeof(OrderLine), new CodePrimitiveExpression("voucher"), new CodePrimitiveExpression(1), Refund);
        Rule rule = new Rule("voucher");
        rule.Condition = IsTrue(Days, CodeBinaryOperatorType.GreaterThan, new CodePrimitiveExpression(0));
        rule.ThenActions.Add(new RuleStatementAction(new CodeAssignStatement(new CodePropertyReferenceExpression(Self, "Voucher"), voucher)));
        return rule;
    }

    private static RuleExpressionCondition IsTrue(CodeExpression left, CodeBinaryOperatorType comparison, CodeExpression right)
    {
        return new RuleExpressionCondition(new CodeBinaryOperatorExpression(left, comparison, right));
    }
}
