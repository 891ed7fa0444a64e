namespace Workflow.Interop.Legacy.Activities.Rules.Nodes;

/// <summary>The kinds of members of a node.</summary>
internal enum MemberKind
{
    /// <summary>Another node.</summary>
    Node,

    /// <summary>A list of nodes.</summary>
    List,

    /// <summary>A text, number, flag or value of an enumeration.</summary>
    Simple,

    /// <summary>A value of one of the types of <see cref="PrimitiveValues"/>.</summary>
    Primitive,
}
