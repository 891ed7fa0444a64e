namespace Workflow.Extensions.Hosting;

/// <summary>The definition of a new instance is not registered in this process. Nothing was stored.</summary>
public sealed class WorkflowDefinitionNotFoundException : WorkflowClientException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="definitionName">The name of the definition.</param>
    /// <param name="version">The version; null, the default, if the newest version was requested.</param>
    /// <param name="registered">The registered definitions, for the message; null, the default, to omit them.</param>
    public WorkflowDefinitionNotFoundException(string definitionName, int? version = null, string? registered = null)
        : base(
            (version is null
                ? $"No definition has the name '{definitionName}'; register it with AddDefinition."
                : $"The definition '{definitionName}' has no version '{version}'; register it with AddDefinition.")
            + (registered is null ? string.Empty : $" The registered definitions are {registered}."))
    {
        DefinitionName = definitionName;
        Version = version;
    }

    /// <summary>The name of the definition.</summary>
    public string DefinitionName { get; }

    /// <summary>The version; null if the newest version was requested.</summary>
    public int? Version { get; }
}
