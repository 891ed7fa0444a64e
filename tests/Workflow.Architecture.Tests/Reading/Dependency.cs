namespace Workflow.Architecture.Tests.Reading;

/// <summary>A mention of one top-level type by another, in its declaration, its members or their bodies.</summary>
internal sealed record Dependency(string From, Place FromPlace, string To, Place ToPlace)
{
    public override string ToString() => $"{FromPlace}: {From} -> {ToPlace}: {To}";
}
