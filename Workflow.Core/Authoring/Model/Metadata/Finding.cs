using Workflow.Validation;

namespace Workflow;

/// <summary>An error or warning of a walk, and the activity that it came up at.</summary>
internal readonly record struct Finding(Activity At, ValidationError Error, bool IsOfAdditionalConstraint = false);
