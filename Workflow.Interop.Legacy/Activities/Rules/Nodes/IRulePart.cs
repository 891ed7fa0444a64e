namespace Workflow.Interop.Legacy.Activities.Rules.Nodes;

/// <summary>A part of the rule model, which is around the expressions of rules.</summary>
internal interface IRulePart
{
    /// <summary>The kind of the node; null for classes of applications, which are not checked for depth, written or read.</summary>
    NodeKind? Kind { get; }

    /// <summary>Creates a copy of a part that has no kind. Null if that is not possible.</summary>
    object? Copy() => null;
}
