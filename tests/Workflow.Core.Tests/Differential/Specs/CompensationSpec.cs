namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>The base of the specs that occur only in a workflow with compensation.</summary>
internal abstract record CompensationSpec : ActivitySpec;

/// <summary>
/// A compensable activity whose token is then kept for all settling activities; only its body inside a handler, where the activity is illegal.
/// </summary>
internal sealed record CompensableSpec(
    VariableSpec[] Variables, ActivitySpec? Body, ActivitySpec? Compensation, ActivitySpec? Confirmation, ActivitySpec? Cancellation) : CompensationSpec;

/// <summary>Compensates or confirms one of the kept tokens; without a target, the compensable activities inside the one whose handler runs.</summary>
internal sealed record SettleSpec(bool Confirms, bool HasTarget, int Token) : CompensationSpec;
