using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Model.Programs;

/// <summary>A tree of activities that execute scripts, and the commands that the host performs when the workflow is idle.</summary>
internal sealed record ProgramSpec(NodeSpec Root, HostCommandSpec[] Host) : Spec;

/// <summary>One activity. Only native activities have callbacks; the shipped activities follow their own rules.</summary>
internal sealed record NodeSpec(
    NodeKind Kind,
    SlotKind Slot,
    CommandSpec[] OnExecute,
    CommandSpec[] OnChild,
    CommandSpec[] OnFault,
    CommandSpec[] OnResume,
    CancelSpec? Cancel,
    bool MayNotWait,
    bool AbortThrows,
    NodeSpec[] Children,
    ExpressionSpec[] Arguments,
    ExpressionSpec[] Defaults) : Spec;

/// <summary>An expression that computes an argument, or the default of a variable, before the body of its owner runs.</summary>
/// <param name="Kind">The way in which the expression runs.</param>
/// <param name="OnExecute">The commands of its code; none for <see cref="ExpressionKind.Child"/>.</param>
/// <param name="Content">The activity that a child expression runs; null for none.</param>
internal sealed record ExpressionSpec(ExpressionKind Kind, CommandSpec[] OnExecute, NodeSpec? Content) : Spec;

internal enum ExpressionKind
{
    /// <summary>A lambda, which runs in the item of its owner (rule 4.11).</summary>
    Inline,

    /// <summary>
    /// A user's code activity without arguments. It has its own instance id. As an argument it runs in the item of its owner, as a default in its own item.
    /// </summary>
    Simple,

    /// <summary>An ordinary child that runs an activity.</summary>
    Child,
}

/// <summary>An override of <c>Cancel</c>.</summary>
internal sealed record CancelSpec(CommandSpec[] Commands) : Spec;

internal enum NodeKind
{
    /// <summary>A user's code activity. It can only throw, or request that the workflow be canceled.</summary>
    Code,
    Native,
    Sequence,
    Parallel,
    TerminateWorkflow,

    /// <summary>An expression that only runs its single child; created from an <see cref="ExpressionSpec"/>.</summary>
    Expression,

    /// <summary>A user's code activity that is an expression; created from an <see cref="ExpressionSpec"/>.</summary>
    SimpleExpression,
}

/// <summary>The way in which a native parent declares a child.</summary>
internal enum SlotKind
{
    Child,

    /// <summary>The handler of a delegate.</summary>
    Handler,

    /// <summary>A delegate without handler: the activity is omitted.</summary>
    NoHandler,
}

/// <summary>A command of the host while the workflow is idle.</summary>
internal sealed record HostCommandSpec(HostCommandKind Kind, int Which) : Spec;

internal enum HostCommandKind
{
    ResumeKept,
    ResumeNamed,
    Cancel,
    Abort,
}
