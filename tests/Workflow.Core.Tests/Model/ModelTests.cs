using Workflow.Core.Tests.Model.Programs;
using Workflow.Core.Tests.Model.Reference;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Model;

/// <summary>
/// Runs random programs of native activities, with arguments and variable defaults, on the fast and the slow lane of the engine and on a reference interpreter
/// of the contract. Compares every call of user code, every result that user code receives, every final state and every tracking record. A failure prints the
/// smallest failing program, the difference and the seed.
/// </summary>
[Trait("Category", RandomRounds.Category)]
public sealed class ModelTests
{
    private const int Programs = 3000;
    private const int LargestProgram = 12;
    private const int Often = 15;

    [Fact]
    public void Run_RandomProgram_FollowsContract() =>
        RandomRounds.Check(ProgramGenerator.Programs, Programs, (1, LargestProgram), ProgramCheck.Compare, ProgramText.Of);

    /// <summary>Checks the coverage of the generator: each feature occurs in at least <see cref="Often"/> programs.</summary>
    [Fact]
    public void Make_Sample_ReachesAllFeatures()
    {
        Dictionary<Feature, int> programs = Enum.GetValues<Feature>().ToDictionary(feature => feature, _ => 0);
        for (int seed = 0; seed < Programs; seed++)
        {
            ProgramCheck.Interpret(ProgramGenerator.Make(seed, 1 + (seed % LargestProgram)), out Interpreter interpreter);
            foreach (Feature feature in interpreter.Features.Keys)
            {
                programs[feature]++;
            }
        }

        string[] rare = [.. programs.Where(pair => pair.Value < Often).Select(pair => $"{pair.Key} {pair.Value}")];
        Assert.True(rare.Length == 0, $"Of {Programs} programs too few have: {string.Join(", ", rare)}");
    }
}
