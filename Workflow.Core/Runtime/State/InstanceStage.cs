namespace Workflow.Runtime.State;

/// <summary>The progress of an activity instance (rule 2.1).</summary>
internal enum InstanceStage : byte
{
    Created,
    ResolvingArguments,
    ResolvingVariables,
    Executing,
    Completed,
}
