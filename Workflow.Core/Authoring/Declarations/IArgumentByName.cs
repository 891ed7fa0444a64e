namespace Workflow.Expressions;

/// <summary>An expression that names an argument: it may stand in the default of an implementation variable (rule 4.7).</summary>
internal interface IArgumentByName;
