using Workflow.Core.Tests.Model.Programs;
using Workflow.Core.Tests.Model.Reference;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Model;

/// <summary>
/// Random programs of native activities do on both lanes of the engine what a reference interpreter of the contract does with
/// them, their arguments and variable defaults included: every call of user code, every answer that it gets, every final state, and every record that
/// participants get. A failure prints the smallest program found, what differs, and its seed.
/// </summary>
[Trait("Category", RandomRounds.Category)]
public sealed class ModelTests
{
    private const int Programs = 3000;
    private const int LargestProgram = 12;
    private const int Often = 15;

    [Fact]
    public void Run_OfARandomProgram_DoesWhatTheContractSays() =>
        RandomRounds.Check(ProgramGenerator.Programs, Programs, (1, LargestProgram), ProgramCheck.Compare, ProgramText.Of);

    /// <summary>What the comparison is worth: each thing that can happen happens in many programs.</summary>
    [Fact]
    public void Make_OfASample_ReachesEverything()
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
