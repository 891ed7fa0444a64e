using System.Globalization;

namespace Workflow.Extensions.Hosting;

/// <summary>A registered version of a definition. Immutable.</summary>
/// <param name="Name">The name.</param>
/// <param name="Version">The version.</param>
/// <param name="Root">The root activity, which all instances share.</param>
/// <param name="Policy">The policy for instances with an unhandled exception.</param>
internal sealed record HostedDefinition(string Name, int Version, Activity Root, WorkflowFailurePolicy Policy)
{
    /// <summary>The identity that is saved with the instances.</summary>
    public WorkflowIdentity Identity { get; } = IdentityOf(Name, Version);

    /// <summary>The name and the version, as the metrics have them. Created once, because each message is counted.</summary>
    public string Label { get; } = string.Create(CultureInfo.InvariantCulture, $"{Name} {Version}");

    /// <summary>The types that the bookmarks expect.</summary>
    public required DeclaredBookmarks Bookmarks { get; init; }

    /// <summary>The types of the outputs, as far as they are known.</summary>
    public IReadOnlyDictionary<string, Type> Outputs { get; } = DeclaredOutputs.Of(Root);

    public static WorkflowIdentity IdentityOf(string name, int version) => new(name, new Version(version, 0), null);
}
