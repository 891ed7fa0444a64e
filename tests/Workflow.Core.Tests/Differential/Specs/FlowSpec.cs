namespace Workflow.Core.Tests.Differential.Specs;

internal sealed record PickSpec(PickBranchSpec[] Branches) : ActivitySpec;

internal sealed record PickBranchSpec(VariableSpec[] Variables, ActivitySpec Trigger, ActivitySpec? Action) : Spec;

/// <summary>A chart. All links lead forward, whatever their number, so that the chart ends; a counted decision may lead to any node while it counts.</summary>
internal sealed record FlowchartSpec(VariableSpec[] Variables, FlowNodeSpec[] Nodes) : ActivitySpec;

internal abstract record FlowNodeSpec : Spec;

internal sealed record FlowStepSpec(ActivitySpec? Action, int Next) : FlowNodeSpec;

/// <summary>A step that runs the activity of an earlier step.</summary>
internal sealed record FlowAgainSpec(int Which, int Next) : FlowNodeSpec;

/// <summary>A decision that is true, and leads to any node, for a number of evaluations; then it is false.</summary>
internal sealed record FlowLoopSpec(ConditionSpec Condition, int Back, int Next) : FlowNodeSpec;

internal sealed record FlowDecisionSpec(ValueSpec Condition, int True, int False) : FlowNodeSpec;

internal sealed record FlowSwitchSpec(ValueSpec Expression, int Zero, int One, int Default) : FlowNodeSpec;

/// <summary>A machine with these states, followed by a final state.</summary>
internal sealed record StateMachineSpec(VariableSpec[] Variables, StateSpec[] States, ActivitySpec? End) : ActivitySpec;

internal sealed record StateSpec(VariableSpec[] Variables, ActivitySpec? Entry, ActivitySpec? Exit, TransitionSpec[] Transitions) : Spec;

/// <summary>
/// A transition that leads forward. With <paramref name="Again"/>, a second transition shares its trigger and leads to any state while the condition counts.
/// </summary>
internal sealed record TransitionSpec(ActivitySpec? Trigger, ConditionSpec? Again, int Back, ConditionSpec? Condition, ActivitySpec? Action, int To) : Spec;
