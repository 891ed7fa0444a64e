namespace Workflow.Core.Tests.Differential.Specs;

internal sealed record PickSpec(PickBranchSpec[] Branches) : ActivitySpec;

internal sealed record PickBranchSpec(VariableSpec[] Variables, ActivitySpec Trigger, ActivitySpec? Action) : Spec;

/// <summary>Links lead forward, whatever their number, so that a chart ends; only a counted decision leads anywhere, as long as it counts.</summary>
internal sealed record FlowchartSpec(VariableSpec[] Variables, FlowNodeSpec[] Nodes) : ActivitySpec;

internal abstract record FlowNodeSpec : Spec;

internal sealed record FlowStepSpec(ActivitySpec? Action, int Next) : FlowNodeSpec;

/// <summary>A step that runs what one of the steps before it runs.</summary>
internal sealed record FlowAgainSpec(int Which, int Next) : FlowNodeSpec;

/// <summary>True, and back to any node, for a number of evaluations; then false.</summary>
internal sealed record FlowLoopSpec(ConditionSpec Condition, int Back, int Next) : FlowNodeSpec;

internal sealed record FlowDecisionSpec(ValueSpec Condition, int True, int False) : FlowNodeSpec;

internal sealed record FlowSwitchSpec(ValueSpec Expression, int Zero, int One, int Default) : FlowNodeSpec;

/// <summary>A machine with these states and a final one behind them.</summary>
internal sealed record StateMachineSpec(VariableSpec[] Variables, StateSpec[] States, ActivitySpec? End) : ActivitySpec;

internal sealed record StateSpec(VariableSpec[] Variables, ActivitySpec? Entry, ActivitySpec? Exit, TransitionSpec[] Transitions) : Spec;

/// <summary>A transition forward; with <paramref name="Again"/>, another one shares its trigger and leads to any state, as long as that counts.</summary>
internal sealed record TransitionSpec(ActivitySpec? Trigger, ConditionSpec? Again, int Back, ConditionSpec? Condition, ActivitySpec? Action, int To) : Spec;
