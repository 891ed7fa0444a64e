using System.Xml.Linq;
using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Tests that Workflow.Core references only the shared framework and one package.</summary>
public sealed class PackageTests
{
    private const string OnlyPackage = "Microsoft.Extensions.ObjectPool";

    [Fact]
    public void References_OfCore_AreTheSharedFrameworkAndObjectPool() =>
        Report.None($"Workflow.Core references only {OnlyPackage}.", Unexpected(AssemblyGraph.Core.References));

    [Fact]
    public void PackageReferences_OfCoreProject_AreObjectPool()
    {
        XDocument project = XDocument.Load(Path.Combine(SourceFile.Root(), "Workflow.Core", "Workflow.Core.csproj"));
        IEnumerable<string> references = project.Descendants()
            .Where(element => element.Name.LocalName is "PackageReference" or "ProjectReference" or "FrameworkReference")

            // The package contains the analyzers, but the assembly does not reference them.
            .Where(element => element.Attribute("ReferenceOutputAssembly")?.Value != "false")
            .Select(element => element.Attribute("Include")!.Value);
        Report.None($"Workflow.Core.csproj references only {OnlyPackage}.", Unexpected(references));
    }

    [Fact]
    public void References_WithAnotherPackage_AreReported()
    {
        AssemblyGraph own = AssemblyGraph.Read("Workflow.Architecture.Tests");
        Assert.Contains("xunit.core", Unexpected(own.References));
        Assert.DoesNotContain("System.Runtime", own.References);
    }

    [Fact]
    public void Foundation_OfCore_UsesNoPackage() =>
        Report.None("Foundation uses the base class library only.", FoundationUses(AssemblyGraph.Core.PackageUses));

    [Fact]
    public void Foundation_WithAPackage_IsReported() =>
        Assert.Equal(["Foundation: W.A -> Pool"], FoundationUses(["Foundation: W.A -> Pool", "Runtime: W.B -> Pool"]));

    [Fact]
    public void PackageUses_OfAnAssemblyWithPackages_AreSeen() =>
        Assert.Contains($": {typeof(PackageTests).FullName} -> xunit.core", AssemblyGraph.Read("Workflow.Architecture.Tests").PackageUses);

    private static IReadOnlyList<string> Unexpected(IEnumerable<string> references) => [.. references.Where(name => name != OnlyPackage)];

    private static IReadOnlyList<string> FoundationUses(IEnumerable<string> packageUses) =>
        [.. packageUses.Where(use => use.StartsWith("Foundation", StringComparison.Ordinal))];
}
