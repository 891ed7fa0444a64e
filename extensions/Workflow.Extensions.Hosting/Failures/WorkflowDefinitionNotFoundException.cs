namespace Workflow.Extensions.Hosting;

/// <summary>The definition of a new instance is not registered in this process. Nothing was stored.</summary>
public sealed class WorkflowDefinitionNotFoundException : WorkflowClientException
{
    internal WorkflowDefinitionNotFoundException(string definitionName, int? version, string known)
        : base(version is null
            ? $"No definition has the name '{definitionName}'; register it with AddDefinition. The registered definitions are {known}."
            : $"The definition '{definitionName}' has no version '{version}'; register it with AddDefinition. The registered definitions are {known}.")
    {
        DefinitionName = definitionName;
        Version = version;
    }

    /// <summary>The name of the definition.</summary>
    public string DefinitionName { get; }

    /// <summary>The version; null if the newest version was requested.</summary>
    public int? Version { get; }
}
