namespace Workflow.Definition;

/// <summary>How an argument or variable default is evaluated (rule 4.11).</summary>
internal enum StepKind : byte
{
    /// <summary>In the work item of the owner, without an instance.</summary>
    Inline,

    /// <summary>In the work item of the owner, with an instance id: a code activity without its own arguments.</summary>
    OwnItem,

    /// <summary>As an ordinary child of the owner.</summary>
    Scheduled,
}

/// <summary>One step of an activity's preparation.</summary>
internal readonly record struct PlannedStep(ArgumentStep Step, StepKind Kind);
