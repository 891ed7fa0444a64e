using Workflow.Validation;

namespace Workflow;

/// <summary>An error or warning of a walk, with its activity.</summary>
internal readonly record struct Finding(Activity At, ValidationError Error, bool IsOfAdditionalConstraint = false);
