using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Stress;

/// <summary>Whatever is done to instances, in whatever order and from however many threads, what the rules promise holds.</summary>
/// <remarks>A seed fixes what is done, not how the threads meet.</remarks>
[Trait("Category", RandomRounds.Category)]
public sealed class StressTests
{
    private const int Instances = 1500;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Rule("22.2")]
    [Rule("6.7")]
    public Task RandomOperations_OnManyInstances_KeepAllPromises(bool hasDefaultOwner) =>
        RandomRounds.RunAsync(seed => new StressRun(seed, Instances).RunAsync(hasDefaultOwner));
}
