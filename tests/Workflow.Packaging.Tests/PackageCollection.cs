namespace Workflow.Packaging.Tests;

/// <summary>The tests that share the packages.</summary>
[CollectionDefinition(Name)]
public sealed class PackageCollection : ICollectionFixture<PackedPackages>
{
    public const string Name = "packages";
}
