using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Model.Programs;

/// <summary>A tree of activities that do what their scripts say, and what their host does whenever the workflow is idle.</summary>
internal sealed record ProgramSpec(NodeSpec Root, HostCommandSpec[] Host) : Spec;

/// <summary>One activity. Only a native one has callbacks; the shipped ones follow their own rules.</summary>
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

/// <summary>What computes an argument, or the default of a variable, before the body of its owner.</summary>
/// <param name="Kind">How it runs.</param>
/// <param name="OnExecute">What its code does; of <see cref="ExpressionKind.Child"/> none.</param>
/// <param name="Content">What a child runs; null for nothing.</param>
internal sealed record ExpressionSpec(ExpressionKind Kind, CommandSpec[] OnExecute, NodeSpec? Content) : Spec;

internal enum ExpressionKind
{
    /// <summary>A lambda, which runs as part of its owner's item (rule 4.11).</summary>
    Inline,

    /// <summary>A user's code activity without arguments: with an id of its own, in its owner's item as an argument, in one of its own as a default.</summary>
    Simple,

    /// <summary>An ordinary child, which runs an activity.</summary>
    Child,
}

/// <summary>An override of <c>Cancel</c>.</summary>
internal sealed record CancelSpec(CommandSpec[] Commands) : Spec;

internal enum NodeKind
{
    /// <summary>A user's code activity: it can only throw, or ask for the workflow to be canceled.</summary>
    Code,
    Native,
    Sequence,
    Parallel,
    TerminateWorkflow,

    /// <summary>An expression of its owner, which only runs its one child; made of an <see cref="ExpressionSpec"/>.</summary>
    Expression,

    /// <summary>A user's code activity that is an expression; made of an <see cref="ExpressionSpec"/>.</summary>
    SimpleExpression,
}

/// <summary>How a native parent has a child.</summary>
internal enum SlotKind
{
    Child,

    /// <summary>The handler of a delegate.</summary>
    Handler,

    /// <summary>A delegate without handler: the activity is left out.</summary>
    NoHandler,
}

/// <summary>What the host does at one idle point.</summary>
internal sealed record HostCommandSpec(HostCommandKind Kind, int Which) : Spec;

internal enum HostCommandKind
{
    ResumeKept,
    ResumeNamed,
    Cancel,
    Abort,
}
