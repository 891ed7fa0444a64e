using System.CodeDom;

namespace Workflow.Interop.Legacy.Activities.Rules.Nodes;

/// <summary>The types of which rules consist. Types that are not in the table are not checked for depth, not copied, not written and not read.</summary>
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

    private static readonly NodeKind[] Model =
    [
        new NodeKind.Builder<RuleDefinitions>()
            .List<RuleCondition>("Conditions", static e => e.Conditions)
            .List<RuleSet>("RuleSets", static e => e.RuleSets).Build(),
        new NodeKind.Builder<RuleSet>()
            .Simple("Name", static e => e.Name, static (e, v) => e.Name = v!)
            .Simple("Description", static e => e.Description, static (e, v) => e.Description = v)
            .Simple("ChainingBehavior", static e => e.ChainingBehavior, static (e, v) => e.ChainingBehavior = v)
            .List<Rule>("Rules", static e => e.Rules).Build(),
        new NodeKind.Builder<Rule>()
            .Simple("Name", static e => e.Name, static (e, v) => e.Name = v!)
            .Simple("Description", static e => e.Description, static (e, v) => e.Description = v)
            .Simple("Priority", static e => e.Priority, static (e, v) => e.Priority = v)
            .Simple("Active", static e => e.Active, static (e, v) => e.Active = v)
            .Simple("ReevaluationBehavior", static e => e.ReevaluationBehavior, static (e, v) => e.ReevaluationBehavior = v)
            .Node("Condition", static e => e.Condition, static (e, v) => e.Condition = v)
            .List<RuleAction>("ThenActions", static e => e.ThenActions)
            .List<RuleAction>("ElseActions", static e => e.ElseActions).Build(),
        new NodeKind.Builder<RuleExpressionCondition>()
            .Simple("Name", static e => e.Name, static (e, v) => e.Name = v)
            .Node("Expression", static e => e.Expression, static (e, v) => e.Expression = v).Build(),
        new NodeKind.Builder<RuleStatementAction>().Node("CodeDomStatement", static e => e.CodeDomStatement, static (e, v) => e.CodeDomStatement = v).Build(),
        new NodeKind.Builder<RuleUpdateAction>().Simple("Path", static e => e.Path, static (e, v) => e.Path = v!).Build(),
        new NodeKind.Builder<RuleHaltAction>().Build(),
    ];

    private static readonly Dictionary<Type, NodeKind> ByType = Expressions.Concat(Model).ToDictionary(static kind => kind.Type);
    private static readonly Dictionary<string, NodeKind> CodeDomByName = Expressions.ToDictionary(static kind => kind.Type.Name, StringComparer.Ordinal);
    private static readonly Dictionary<string, NodeKind> ModelByName = Model.ToDictionary(static kind => kind.Type.Name, StringComparer.Ordinal);

    public static NodeKind? Of(object node) => ByType.GetValueOrDefault(node.GetType());

    public static NodeKind? OfCodeDom(string name) => CodeDomByName.GetValueOrDefault(name);

    public static NodeKind? OfModel(string name) => ModelByName.GetValueOrDefault(name);

    public static bool IsCodeDom(NodeKind kind) => CodeDomByName.ContainsKey(kind.Type.Name);
}
