namespace Workflow.Architecture.Tests.Rules;

/// <summary>The names of the packages whose assemblies the rules read.</summary>
internal static class Packages
{
    public static readonly IReadOnlyList<string> All =
    [
        "Workflow.Core",
        "Workflow.Extensions.AspNetCore",
        "Workflow.Extensions.Hosting",
        "Workflow.Extensions.Hosting.Sql",
        "Workflow.Interop.Legacy",
        "Workflow.Persistence.Sql",
        "Workflow.Testing",
        "Workflow.Tracking.Etw",
    ];
}
