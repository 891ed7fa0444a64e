namespace Workflow.Extensions.Hosting;

/// <summary>
/// The inputs of a new instance do not match its definition: a name is unknown, a type is wrong, or a required input is missing. The message names all
/// problems. Nothing was stored.
/// </summary>
public sealed class WorkflowInputException : WorkflowClientException
{
    internal WorkflowInputException(string definitionName, string problem, Exception? innerException)
        : base($"The definition '{definitionName}' was not started: {problem}", innerException) => DefinitionName = definitionName;

    /// <summary>The name of the definition.</summary>
    public string DefinitionName { get; }
}
