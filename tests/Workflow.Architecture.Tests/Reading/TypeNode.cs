namespace Workflow.Architecture.Tests.Reading;

/// <summary>A top-level type with its nested types.</summary>
internal sealed record TypeNode(string Name, bool IsPublic, IReadOnlyList<Place> Places)
{
    public Place Place => Places[0];
}
