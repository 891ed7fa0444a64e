using System.CodeDom;
using Workflow.Interop.Legacy.Activities.Rules;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>Shortens CodeDom expressions and rules in tests.</summary>
public static class Dom
{
    public static CodeThisReferenceExpression This => new();

    public static CodePrimitiveExpression Value(object? value) => new(value);

    /// <summary>Returns a property of 'this'. Each further name is a property of the property before it.</summary>
    public static CodeExpression Property(params string[] names) =>
        names.Aggregate((CodeExpression)This, static (target, name) => new CodePropertyReferenceExpression(target, name));

    public static CodeExpression Property(CodeExpression target, string name) => new CodePropertyReferenceExpression(target, name);

    public static CodeExpression Field(string name) => new CodeFieldReferenceExpression(This, name);

    public static CodeTypeReferenceExpression Type<T>() => new(typeof(T));

    public static CodeTypeReferenceExpression Type(Type type) => new(type);

    public static CodeExpression Op(CodeExpression left, CodeBinaryOperatorType op, CodeExpression right) => new CodeBinaryOperatorExpression(left, op, right);

    public static CodeExpression Less(CodeExpression left, object right) => Op(left, CodeBinaryOperatorType.LessThan, Value(right));

    public static CodeExpression Same(CodeExpression left, object? right) => Op(left, CodeBinaryOperatorType.ValueEquality, Value(right));

    public static CodeExpression Plus(CodeExpression left, object right) => Op(left, CodeBinaryOperatorType.Add, Value(right));

    public static CodeMethodInvokeExpression Call(CodeExpression target, string name, params CodeExpression[] arguments) => new(target, name, arguments);

    public static CodeExpression Cast<T>(CodeExpression value) => new CodeCastExpression(typeof(T), value);

    public static CodeExpression New<T>(params CodeExpression[] arguments) => new CodeObjectCreateExpression(typeof(T), arguments);

    public static CodeDirectionExpression Out(CodeExpression value) => new(FieldDirection.Out, value);

    public static CodeDirectionExpression Ref(CodeExpression value) => new(FieldDirection.Ref, value);

    public static RuleStatementAction Set(CodeExpression left, CodeExpression right) => new(new CodeAssignStatement(left, right));

    public static RuleStatementAction Set(string property, object value) => Set(Property(property), value as CodeExpression ?? Value(value));

    /// <summary>Returns an action that adds a name to <see cref="Order.Trace"/>.</summary>
    public static RuleStatementAction Note(string name) => new(Call(Property("Trace"), "Add", Value(name)));

    public static Rule Rule(string name, CodeExpression condition, params RuleAction[] actions) => new(name, new RuleExpressionCondition(condition), actions);

    public static Rule Else(this Rule rule, params RuleAction[] actions)
    {
        Array.ForEach(actions, rule.ElseActions.Add);
        return rule;
    }

    public static Rule First(this Rule rule, int priority)
    {
        rule.Priority = priority;
        return rule;
    }

    public static Rule Once(this Rule rule)
    {
        rule.ReevaluationBehavior = RuleReevaluationBehavior.Never;
        return rule;
    }

    public static RuleSet SetOf(params Rule[] rules)
    {
        RuleSet set = new("set");
        Array.ForEach(rules, set.Rules.Add);
        return set;
    }

    /// <summary>Returns all errors of the rules.</summary>
    public static string[] ErrorsOf<T>(params Rule[] rules)
    {
        RuleValidation validation = new(typeof(T), null);
        bool isValid = SetOf(rules).Validate(validation);
        Assert.Equal(validation.Errors.Count == 0, isValid);
        return [.. validation.Errors.Select(static error => error.ErrorText)];
    }

    public static string ErrorOf<T>(CodeExpression condition) => Assert.Single(ErrorsOf<T>(Rule("r", condition)));
}
