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
    NodeSpec[] Children) : Spec;

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
