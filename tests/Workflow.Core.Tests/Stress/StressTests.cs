using System.Globalization;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Stress;

/// <summary>Whatever is done to instances, in whatever order and from however many threads, what the rules promise holds.</summary>
/// <remarks>
/// WORKFLOW_STRESS_SECONDS makes it longer, seed after seed; WORKFLOW_STRESS_SEED says with which seed it begins. A seed fixes what is done, not how the
/// threads meet.
/// </remarks>
public sealed class StressTests
{
    private const int Seed = 20100412;
    private const int Instances = 1500;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Rule("22.2")]
    [Rule("6.7")]
    public async Task RandomOperations_OnManyInstances_KeepAllPromises(bool hasDefaultOwner)
    {
        int seed = Setting("WORKFLOW_STRESS_SEED", Seed);
        TimeSpan duration = TimeSpan.FromSeconds(Setting("WORKFLOW_STRESS_SECONDS", 0));
        long begin = TimeProvider.System.GetTimestamp();
        do
        {
            await new StressRun(seed++, Instances).RunAsync(hasDefaultOwner);
        }
        while (TimeProvider.System.GetElapsedTime(begin) < duration);
    }

    private static int Setting(string name, int value) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : value;
}
