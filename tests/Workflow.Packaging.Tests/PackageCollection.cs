namespace Workflow.Packaging.Tests;

/// <summary>The collection of tests that share the packed packages.</summary>
[CollectionDefinition(Name)]
public sealed class PackageCollection : ICollectionFixture<PackedPackages>
{
    public const string Name = "packages";
}
