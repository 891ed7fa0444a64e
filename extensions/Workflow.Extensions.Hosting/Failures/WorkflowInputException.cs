namespace Workflow.Extensions.Hosting;

/// <summary>
/// The inputs of a new instance do not match its definition: a name is unknown, a type is wrong, or a required input is missing. The message names all
/// problems. Nothing was stored.
/// </summary>
public sealed class WorkflowInputException : WorkflowClientException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="definitionName">The name of the definition.</param>
    /// <param name="problem">The problems, as sentences.</param>
    /// <param name="innerException">The cause; null, the default, for none.</param>
    public WorkflowInputException(string definitionName, string problem, Exception? innerException = null)
        : base($"The definition '{definitionName}' was not started: {problem}", innerException) => DefinitionName = definitionName;

    /// <summary>The name of the definition.</summary>
    public string DefinitionName { get; }
}
