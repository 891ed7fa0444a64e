namespace Workflow.Expressions;

/// <summary>An expression that refers to an argument by name. It is allowed in the default of an implementation variable (rule 4.7).</summary>
internal interface IArgumentByName;
