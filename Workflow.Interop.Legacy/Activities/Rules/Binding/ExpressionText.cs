using System.CodeDom;
using System.Globalization;
using System.Text;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>Formats expressions for human readers. Deep or long expressions are truncated and end with '...'.</summary>
internal static class ExpressionText
{
    private const int Longest = 1000;
    private const int Deepest = 50;

    public static string Of(CodeObject? code)
    {
        StringBuilder text = new();
        Write(text, code, 0);
        return text.Length <= Longest ? text.ToString() : string.Concat(text.ToString(0, Longest), "...");
    }

    private static void Write(StringBuilder text, CodeObject? code, int depth)
    {
        if (depth > Deepest || text.Length > Longest)
        {
            text.Append("...");
            return;
        }

        depth++;
        switch (code)
        {
            case CodeThisReferenceExpression:
                text.Append("this");
                break;
            case CodePrimitiveExpression primitive:
                text.Append(Value(primitive.Value));
                break;
            case CodeFieldReferenceExpression field:
                WriteMember(text, field.TargetObject, field.FieldName, depth);
                break;
            case CodePropertyReferenceExpression property:
                WriteMember(text, property.TargetObject, property.PropertyName, depth);
                break;
            case CodeMethodInvokeExpression call:
                WriteMember(text, call.Method?.TargetObject, call.Method?.MethodName, depth);
                WriteList(text, '(', call.Parameters, ')', depth);
                break;
            case CodeBinaryOperatorExpression binary:
                WriteOperand(text, binary.Left, depth);
                text.Append(CultureInfo.InvariantCulture, $" {Symbol(binary.Operator)} ");
                WriteOperand(text, binary.Right, depth);
                break;
            default:
                WriteRest(text, code, depth);
                break;
        }
    }

    private static void WriteRest(StringBuilder text, CodeObject? code, int depth)
    {
        switch (code)
        {
            case CodeCastExpression cast:
                text.Append(CultureInfo.InvariantCulture, $"({cast.TargetType?.BaseType})");
                WriteOperand(text, cast.Expression, depth);
                break;
            case CodeIndexerExpression indexer:
                Write(text, indexer.TargetObject, depth);
                WriteList(text, '[', indexer.Indices, ']', depth);
                break;
            case CodeArrayIndexerExpression item:
                Write(text, item.TargetObject, depth);
                WriteList(text, '[', item.Indices, ']', depth);
                break;
            case CodeObjectCreateExpression create:
                text.Append(CultureInfo.InvariantCulture, $"new {create.CreateType?.BaseType}");
                WriteList(text, '(', create.Parameters, ')', depth);
                break;
            case CodeArrayCreateExpression create:
                text.Append(CultureInfo.InvariantCulture, $"new {create.CreateType?.BaseType}[]");
                break;
            case CodeDirectionExpression direction:
                text.Append(direction.Direction == FieldDirection.In ? string.Empty : direction.Direction == FieldDirection.Out ? "out " : "ref ");
                Write(text, direction.Expression, depth);
                break;
            case CodeTypeReferenceExpression type:
                text.Append(type.Type?.BaseType);
                break;
            case CodeAssignStatement assign:
                Write(text, assign.Left, depth);
                text.Append(" = ");
                Write(text, assign.Right, depth);
                break;
            case CodeExpressionStatement statement:
                Write(text, statement.Expression, depth);
                break;
            default:
                text.Append(code?.GetType().Name);
                break;
        }
    }

    private static void WriteMember(StringBuilder text, CodeExpression? target, string? name, int depth)
    {
        WriteOperand(text, target, depth);
        text.Append('.').Append(name);
    }

    private static void WriteOperand(StringBuilder text, CodeExpression? operand, int depth)
    {
        bool needsBrackets = operand is CodeBinaryOperatorExpression or CodeCastExpression;
        text.Append(needsBrackets ? "(" : string.Empty);
        Write(text, operand, depth);
        text.Append(needsBrackets ? ")" : string.Empty);
    }

    private static void WriteList(StringBuilder text, char open, CodeExpressionCollection items, char close, int depth)
    {
        text.Append(open);
        for (int i = 0; i < items.Count; i++)
        {
            text.Append(i == 0 ? string.Empty : ", ");
            Write(text, items[i], depth);
        }

        text.Append(close);
    }

    private static string Value(object? value) => value switch
    {
        null => "null",
        string text => $"\"{text}\"",
        bool flag => flag ? "true" : "false",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? string.Empty,
    };

    private static string Symbol(CodeBinaryOperatorType op) => op switch
    {
        CodeBinaryOperatorType.Add => "+",
        CodeBinaryOperatorType.Subtract => "-",
        CodeBinaryOperatorType.Multiply => "*",
        CodeBinaryOperatorType.Divide => "/",
        CodeBinaryOperatorType.Modulus => "%",
        CodeBinaryOperatorType.IdentityInequality => "!=",
        CodeBinaryOperatorType.IdentityEquality or CodeBinaryOperatorType.ValueEquality => "==",
        CodeBinaryOperatorType.BitwiseOr => "|",
        CodeBinaryOperatorType.BitwiseAnd => "&",
        CodeBinaryOperatorType.BooleanOr => "||",
        CodeBinaryOperatorType.BooleanAnd => "&&",
        CodeBinaryOperatorType.LessThan => "<",
        CodeBinaryOperatorType.LessThanOrEqual => "<=",
        CodeBinaryOperatorType.GreaterThan => ">",
        CodeBinaryOperatorType.GreaterThanOrEqual => ">=",
        _ => op.ToString(),
    };
}
