namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>What a workflow with compensation is made of beside the rest.</summary>
internal abstract record CompensationSpec : ActivitySpec;

/// <summary>A compensable activity, after which its token is kept for all; inside a handler, where it is illegal, its body alone.</summary>
internal sealed record CompensableSpec(
    VariableSpec[] Variables, ActivitySpec? Body, ActivitySpec? Compensation, ActivitySpec? Confirmation, ActivitySpec? Cancellation) : CompensationSpec;

/// <summary>Compensates or confirms one of the tokens that were kept; without a target what is inside, if that is legal.</summary>
internal sealed record SettleSpec(bool Confirms, bool HasTarget, int Token) : CompensationSpec;
