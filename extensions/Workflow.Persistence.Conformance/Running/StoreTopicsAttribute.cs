namespace Workflow.Persistence.Conformance;

/// <summary>Limits the tests of a class that derives from <see cref="StoreConformanceTests"/> to some topics.</summary>
/// <param name="topics">The topics.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class StoreTopicsAttribute(params StoreTopic[] topics) : Attribute
{
    /// <summary>The topics.</summary>
    public IReadOnlyList<StoreTopic> Topics { get; } = topics;
}
