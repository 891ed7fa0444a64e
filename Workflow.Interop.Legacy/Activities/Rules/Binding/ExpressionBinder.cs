using System.CodeDom;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>
/// Converts CodeDom expressions to expression trees, by the rules of C#, and records the members that they read and change. Errors are reported, and the result
/// is then null; the other parts of the expression are still checked.
/// </summary>
internal sealed class ExpressionBinder
{
    private readonly TypeScope _scope;
    private readonly Value _this;
    private readonly Action<string> _report;
    private readonly MemberBinder _members;
    private readonly CallBinder _calls;

    public ExpressionBinder(TypeScope scope, Expression self, Usage usage, Action<string> report)
    {
        _scope = scope;
        _report = report;
        _this = new Value(self, UsagePath.This, IsPlace: true);
        UsageAttributes attributes = new(usage, report);
        _members = new MemberBinder(this, scope, usage, attributes, report);
        _calls = new CallBinder(this, scope, usage, attributes, report);
    }

    /// <summary>True if the code changes a struct. The interpreter would change a copy of the struct, so the code must be compiled.</summary>
    public bool ChangesStructs { get; set; }

    /// <summary>Binds an expression that must have a value. Returns null after an error.</summary>
    public Value? Read(CodeExpression? code)
    {
        Value? value = Bind(code, Access.Read);
        if (value?.Code.Type != typeof(void))
        {
            return value;
        }

        _report($"'{ExpressionText.Of(code)}' has no value; use a method that returns one");
        return null;
    }

    public Value? Bind(CodeExpression? code, Access access)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        switch (code)
        {
            case CodeFieldReferenceExpression field:
                return _members.Field(field, access);
            case CodePropertyReferenceExpression property:
                return _members.Property(property, access);
            case CodeIndexerExpression indexer:
                return _members.Indexer(indexer.TargetObject, indexer.Indices, access);
            case CodeArrayIndexerExpression item:
                return _members.ArrayItem(item.TargetObject, item.Indices, access);
        }

        if (access == Access.Read)
        {
            return BindValue(code);
        }

        _report($"'{ExpressionText.Of(code)}' cannot be set; use a field, a property or an item");
        return null;
    }

    /// <summary>Binds the object or type whose member is used. Returns null after an error.</summary>
    public Target? BindTarget(CodeExpression? code, string member)
    {
        switch (code)
        {
            case null:
                _report($"'{member}' has no target; set it to 'this', an object or a type");
                return null;
            case CodeThisReferenceExpression:
                return new Target(_scope.ThisType, _this.Code, UsagePath.This, IsPlace: true);
            case CodeTypeReferenceExpression reference:
                return _scope.Resolve(reference.Type, _report) is { } type ? new Target(type, null, type.FullName + "/", IsPlace: false) : null;
        }

        if (Read(code) is not { } value)
        {
            return null;
        }

        Expression instance = value.Code;
        if (!instance.Type.IsValueType)
        {
            instance = Expression.Call(
                typeof(RuleFailure), nameof(RuleFailure.NotNull), [instance.Type], instance, Expression.Constant(ExpressionText.Of(code)));
        }

        return new Target(value.Code.Type, instance, value.Path, value.IsPlace);
    }

    private Value? BindValue(CodeExpression? code)
    {
        switch (code)
        {
            case CodeThisReferenceExpression:
                return _this;
            case CodePrimitiveExpression primitive:
                return Primitive(primitive.Value);
            case CodeMethodInvokeExpression call:
                return _calls.Invoke(call);
            case CodeObjectCreateExpression create:
                return _calls.Create(create);
            case CodeArrayCreateExpression create:
                return _calls.CreateArray(create);
            case CodeBinaryOperatorExpression binary:
                return Binary(binary);
            case CodeCastExpression cast:
                return Cast(cast);
            case null:
                _report("an expression is missing; set all parts of the expression");
                return null;
            case CodeTypeReferenceExpression type:
                _report($"the type '{type.Type?.BaseType}' is used as a value; use one of its static members");
                return null;
            default:
                _report($"expressions of type '{code.GetType().Name}' are not supported in rules; use another kind");
                return null;
        }
    }

    private Value? Primitive(object? value)
    {
        if (value is null || PrimitiveValues.IsAllowed(value.GetType()))
        {
            return new Value(Expression.Constant(value, value?.GetType() ?? typeof(object)), null);
        }

        _report($"a value of type '{value.GetType()}' is no constant in rules; use a member of an object or type");
        return null;
    }

    private Value? Binary(CodeBinaryOperatorExpression binary)
    {
        Value? left = Read(binary.Left);
        Value? right = Read(binary.Right);
        if (left is null || right is null)
        {
            return null;
        }

        Expression? operation;
        try
        {
            operation = Operators.Bind(binary.Operator, left.Code, right.Code);
        }
        catch (InvalidOperationException)
        {
            // The expression factory throws this exception if there is no such operation for the types.
            operation = null;
        }

        if (operation is not null)
        {
            return new Value(operation, null);
        }

        _report($"the operator '{binary.Operator}' cannot be used with '{NameOf(left.Code)}' and '{NameOf(right.Code)}' in '{ExpressionText.Of(binary)}'; convert an operand");
        return null;
    }

    private Value? Cast(CodeCastExpression cast)
    {
        Value? value = Read(cast.Expression);
        Type? type = _scope.Resolve(cast.TargetType, _report);
        if (value is null || type is null)
        {
            return null;
        }

        try
        {
            // A cast does not change the origin of the value, so the path stays the same.
            return new Value(Conversions.Implicit(value.Code, type) ?? Expression.Convert(value.Code, type), value.Path);
        }
        catch (InvalidOperationException)
        {
            _report($"'{NameOf(value.Code)}' cannot be cast to '{type}' in '{ExpressionText.Of(cast)}'; cast to another type");
            return null;
        }
    }

    private static string NameOf(Expression value) => Conversions.IsNull(value) ? "null" : value.Type.ToString();
}
