using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Stress;

/// <summary>Performs random operations on instances, in any order and from several threads, and checks the guarantees of the rules.</summary>
/// <remarks>A seed determines the operations, but not the interleaving of the threads.</remarks>
[Trait("Category", RandomRounds.Category)]
public sealed class StressTests
{
    private const int Instances = 1500;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Rule("22.2")]
    [Rule("6.7")]
    public Task RandomOperations_OnManyInstances_FollowRules(bool hasDefaultOwner) =>
        RandomRounds.RunAsync(seed => new StressRun(seed, Instances).RunAsync(hasDefaultOwner));
}
