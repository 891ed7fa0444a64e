using System.CodeDom;
using System.Linq.Expressions;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>Compiles the expressions of conditions and the statements of actions.</summary>
internal static class RuleCompiler
{
    /// <returns>The code; null after an error, which has been reported.</returns>
    public static BoundCode<Func<object, bool>>? Condition(CodeExpression? expression, TypeScope scope, Action<string> report) =>
        Compile<Func<object, bool>>(expression, scope, report, (binder, _) =>
        {
            Value? value = binder.Read(expression);
            if (value is null || value.Code.Type == typeof(bool))
            {
                return value?.Code;
            }

            report($"the condition '{ExpressionText.Of(expression)}' is of type '{value.Code.Type}'; use an expression of type Boolean");
            return null;
        });

    /// <returns>The code; null after an error, which has been reported.</returns>
    public static BoundCode<Action<object>>? Action(CodeStatement? statement, TypeScope scope, Action<string> report) =>
        Compile<Action<object>>(statement, scope, report, (binder, fail) => statement switch
        {
            CodeAssignStatement assign => Assign(assign, binder, fail),
            CodeExpressionStatement { Expression: CodeMethodInvokeExpression call } => binder.Bind(call, Access.Read)?.Code,
            CodeExpressionStatement => Fail(fail, $"'{ExpressionText.Of(statement)}' is no call; an action assigns something or calls a method"),
            _ => Fail(fail, $"statements of type '{statement!.GetType().Name}' are not supported in rules; assign something or call a method"),
        });

    private static Expression? Assign(CodeAssignStatement assign, ExpressionBinder binder, Action<string> report)
    {
        Value? place = binder.Bind(assign.Left, Access.Write);
        Value? value = binder.Read(assign.Right);
        if (place is null || value is null)
        {
            return null;
        }

        return Conversions.Implicit(value.Code, place.Code.Type) is { } converted
            ? Expression.Assign(place.Code, converted)
            : Fail(
                report,
                $"a '{(Conversions.IsNull(value.Code) ? "null" : value.Code.Type.ToString())}' cannot be assigned to '{ExpressionText.Of(assign.Left)}', which is a '{place.Code.Type}'; cast it");
    }

    private static BoundCode<T>? Compile<T>(CodeObject? code, TypeScope scope, Action<string> report, Func<ExpressionBinder, Action<string>, Expression?> bind)
        where T : Delegate
    {
        if (code is null)
        {
            report("the expression or statement is missing; set it");
            return null;
        }

        if (NodeShape.ProblemOf(code, out int levels) is { } problem)
        {
            report($"the expression or statement {problem}");
            return null;
        }

        bool isStruct = scope.ThisType.IsValueType;
        ParameterExpression target = Expression.Parameter(typeof(object), "target");
        ParameterExpression self = Expression.Variable(scope.ThisType, "self");
        Usage usage = new();
        ExpressionBinder binder = new(scope, isStruct ? Expression.Unbox(target, scope.ThisType) : self, usage, report);
        Expression? body;
        try
        {
            body = bind(binder, report);
        }
        catch (InsufficientExecutionStackException)
        {
            report("the expression or statement is too deep for the stack of this thread; divide it into smaller ones");
            return null;
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or NotSupportedException)
        {
            report($"the expression or statement uses a member in a way that rules do not support, and fails with '{exception.Message}'; use another member");
            return null;
        }

        if (body is null)
        {
            return null;
        }

        if (binder.ChangesStructs && levels > BoundCode<T>.DeepestCompiled)
        {
            report($"the expression or statement changes a struct and has more than {BoundCode<T>.DeepestCompiled} levels; divide it into smaller ones");
            return null;
        }

        body = isStruct ? body : Expression.Block([self], Expression.Assign(self, Expression.Convert(target, scope.ThisType)), body);
        body = typeof(T) == typeof(Action<object>) ? Expression.Block(typeof(void), body) : body;
        return new BoundCode<T>(code, Expression.Lambda<T>(body, target), usage, levels, binder.ChangesStructs);
    }

    private static Expression? Fail(Action<string> report, string problem)
    {
        report(problem);
        return null;
    }
}
