namespace Workflow.Runtime.State;

/// <summary>An exception that nothing in the workflow handles (rule 5.5).</summary>
/// <param name="Exception">The exception.</param>
/// <param name="Source">The activity that threw it.</param>
/// <param name="SourceInstanceId">The id of the instance of that activity.</param>
internal sealed record UnhandledFault(Exception Exception, Activity Source, string SourceInstanceId);
