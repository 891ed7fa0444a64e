namespace Workflow;

/// <summary>How far an activity instance has come (rule 2.1).</summary>
internal enum InstanceStage : byte
{
    Created,
    ResolvingArguments,
    ResolvingVariables,
    Executing,
    Completed,
}
