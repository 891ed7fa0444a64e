using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>The parts of the rule model that documents can contain, by name.</summary>
internal static class ModelKinds
{
    private static readonly Dictionary<string, NodeKind> ByName = new IRulePart[]
    {
        new RuleDefinitions(), new RuleSet(), new Rule(), new RuleExpressionCondition(), new RuleStatementAction(), new RuleUpdateAction(),
        new RuleHaltAction(),
    }.Select(static part => part.Kind!).ToDictionary(static kind => kind.Type.Name, StringComparer.Ordinal);

    /// <summary>Returns the kind of a part; null if there is none of this name.</summary>
    public static NodeKind? Of(string name) => ByName.GetValueOrDefault(name);
}
