namespace Workflow.Definition;

/// <summary>The mode of evaluation of an argument or variable default (rule 4.11).</summary>
internal enum BindingKind : byte
{
    /// <summary>Evaluated in the work item of the owner, without an activity instance.</summary>
    Inline,

    /// <summary>Evaluated in the work item of the owner, with an instance id: a code activity without arguments of its own.</summary>
    OwnItem,

    /// <summary>Scheduled as an ordinary child of the owner.</summary>
    Scheduled,
}

/// <summary>One step of an activity's preparation.</summary>
internal readonly record struct PlannedBinding(ArgumentBinding Binding, BindingKind Kind);
