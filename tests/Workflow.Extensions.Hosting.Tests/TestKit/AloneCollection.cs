namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>Tests that measure what the whole process does. No other test of the assembly runs at the same time.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "Alone";
}
