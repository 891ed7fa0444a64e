using System.CodeDom;

namespace Workflow.Interop.Legacy.Activities.Rules.Nodes;

/// <summary>
/// The types of which rules consist: the expressions and statements of this table, and the parts of the rule model, which have their own kinds. Other types are
/// not checked for depth, not copied, not written and not read.
/// </summary>
internal static class NodeKinds
{
    private static readonly NodeKind[] Expressions =
    [
        new NodeKind.Builder<CodeThisReferenceExpression>().Build(),
        new NodeKind.Builder<CodePrimitiveExpression>().Primitive("Value", static e => e.Value, static (e, v) => e.Value = v).Build(),
        new NodeKind.Builder<CodeFieldReferenceExpression>()
            .Simple("FieldName", static e => e.FieldName, static (e, v) => e.FieldName = v)
            .Node("TargetObject", static e => e.TargetObject, static (e, v) => e.TargetObject = v).Build(),
        new NodeKind.Builder<CodePropertyReferenceExpression>()
            .Simple("PropertyName", static e => e.PropertyName, static (e, v) => e.PropertyName = v)
            .Node("TargetObject", static e => e.TargetObject, static (e, v) => e.TargetObject = v).Build(),
        new NodeKind.Builder<CodeMethodInvokeExpression>()
            .Node("Method", static e => e.Method, static (e, v) => e.Method = v)
            .List<CodeExpression>("Parameters", static e => e.Parameters).Build(),
        new NodeKind.Builder<CodeMethodReferenceExpression>()
            .Simple("MethodName", static e => e.MethodName, static (e, v) => e.MethodName = v)
            .Node("TargetObject", static e => e.TargetObject, static (e, v) => e.TargetObject = v)
            .List<CodeTypeReference>("TypeArguments", static e => e.TypeArguments).Build(),
        new NodeKind.Builder<CodeBinaryOperatorExpression>()
            .Simple("Operator", static e => e.Operator, static (e, v) => e.Operator = v)
            .Node("Left", static e => e.Left, static (e, v) => e.Left = v)
            .Node("Right", static e => e.Right, static (e, v) => e.Right = v).Build(),
        new NodeKind.Builder<CodeCastExpression>()
            .Node("Expression", static e => e.Expression, static (e, v) => e.Expression = v)
            .Node("TargetType", static e => e.TargetType, static (e, v) => e.TargetType = v).Build(),
        new NodeKind.Builder<CodeIndexerExpression>()
            .Node("TargetObject", static e => e.TargetObject, static (e, v) => e.TargetObject = v)
            .List<CodeExpression>("Indices", static e => e.Indices).Build(),
        new NodeKind.Builder<CodeArrayIndexerExpression>()
            .Node("TargetObject", static e => e.TargetObject, static (e, v) => e.TargetObject = v)
            .List<CodeExpression>("Indices", static e => e.Indices).Build(),
        new NodeKind.Builder<CodeArrayCreateExpression>()
            .Simple("Size", static e => e.Size, static (e, v) => e.Size = v)
            .Node("CreateType", static e => e.CreateType, static (e, v) => e.CreateType = v)
            .Node("SizeExpression", static e => e.SizeExpression, static (e, v) => e.SizeExpression = v)
            .List<CodeExpression>("Initializers", static e => e.Initializers).Build(),
        new NodeKind.Builder<CodeObjectCreateExpression>()
            .Node("CreateType", static e => e.CreateType, static (e, v) => e.CreateType = v)
            .List<CodeExpression>("Parameters", static e => e.Parameters).Build(),
        new NodeKind.Builder<CodeDirectionExpression>()
            .Simple("Direction", static e => e.Direction, static (e, v) => e.Direction = v)
            .Node("Expression", static e => e.Expression, static (e, v) => e.Expression = v).Build(),
        new NodeKind.Builder<CodeTypeReferenceExpression>().Node("Type", static e => e.Type, static (e, v) => e.Type = v).Build(),
        new NodeKind.Builder<CodeTypeReference>()
            // The name must precede the rank, because setting the name resets the rank.
            .Simple("BaseType", static e => e.BaseType, static (e, v) => e.BaseType = v)
            .Simple("ArrayRank", static e => e.ArrayRank, static (e, v) => e.ArrayRank = v)
            .Simple("Options", static e => e.Options, static (e, v) => e.Options = v)
            .Node("ArrayElementType", static e => e.ArrayElementType, static (e, v) => e.ArrayElementType = v)
            .List<CodeTypeReference>("TypeArguments", static e => e.TypeArguments).Build(),
        new NodeKind.Builder<CodeAssignStatement>()
            .Node("Left", static e => e.Left, static (e, v) => e.Left = v)
            .Node("Right", static e => e.Right, static (e, v) => e.Right = v).Build(),
        new NodeKind.Builder<CodeExpressionStatement>().Node("Expression", static e => e.Expression, static (e, v) => e.Expression = v).Build(),
    ];

    private static readonly Dictionary<Type, NodeKind> ByType = Expressions.ToDictionary(static kind => kind.Type);
    private static readonly Dictionary<string, NodeKind> ByName = Expressions.ToDictionary(static kind => kind.Type.Name, StringComparer.Ordinal);

    public static NodeKind? Of(object node) => node is IRulePart part ? part.Kind : ByType.GetValueOrDefault(node.GetType());

    /// <summary>Returns the kind of an expression or statement; null if there is none of this name.</summary>
    public static NodeKind? OfCodeDom(string name) => ByName.GetValueOrDefault(name);

    public static bool IsCodeDom(NodeKind kind) => ByName.ContainsKey(kind.Type.Name);
}
