using System.Globalization;
using FsCheck;
using FsCheck.Fluent;
using Workflow.Core.Tests.Model.Programs;
using Workflow.Core.Tests.Model.Reference;

namespace Workflow.Core.Tests.Model;

/// <summary>
/// Random programs of native activities do on both lanes of the engine what a reference interpreter of the contract does with
/// them, their arguments and variable defaults included: every call of user code, every answer that it gets, every final state, and every record that
/// participants get. A failure prints the smallest program found,
/// what differs, and its seed.
/// </summary>
/// <remarks>
/// The seed is fixed. WORKFLOW_MODEL_SEED sets another (<c>random</c> for a new one each time) and WORKFLOW_MODEL_PROGRAMS how
/// many programs are run: <c>WORKFLOW_MODEL_SEED=random WORKFLOW_MODEL_PROGRAMS=1000000 dotnet test --filter ModelTests</c>.
/// </remarks>
public sealed class ModelTests
{
    private const int Programs = 3000;
    private const int LargestProgram = 12;
    private const int Often = 15;
    private const ulong Seed = 20_100_412;

    [Fact]
    public void Run_OfARandomProgram_DoesWhatTheContractSays()
    {
        ulong seed = Environment.GetEnvironmentVariable("WORKFLOW_MODEL_SEED") switch
        {
            "random" => (ulong)Random.Shared.NextInt64(),
            { } text => ulong.Parse(text, CultureInfo.InvariantCulture),
            null => Seed,
        };
        int count = int.TryParse(Environment.GetEnvironmentVariable("WORKFLOW_MODEL_PROGRAMS"), CultureInfo.InvariantCulture, out int wanted) ? wanted : Programs;
        Config config = Config.QuickThrowOnFailure.WithQuietOnSuccess(true).WithMaxTest(count).WithStartSize(1).WithEndSize(LargestProgram)
            .WithReplay(new Replay(new Rnd(seed), null));
        (ProgramSpec Program, string Text)? smallest = null;
        try
        {
            Check.One(config, Prop.ForAll(ProgramGenerator.Programs, program =>
            {
                string? difference = Try(program);
                if (difference is not null)
                {
                    // The last one that fails is what the shrinker ends with.
                    smallest = (program, difference);
                }

                return difference is null;
            }));
        }
#pragma warning disable CA1031 // The failure is told anew, with the seed and the smallest program.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            Assert.Fail($"WORKFLOW_MODEL_SEED={seed} WORKFLOW_MODEL_PROGRAMS={count}\n{(smallest is { } found ? ProgramText.Of(found.Program) + "\n\n" + found.Text : exception)}");
        }
    }

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

    private static string? Try(ProgramSpec program)
    {
        try
        {
            return ProgramCheck.Compare(program);
        }
#pragma warning disable CA1031 // A run that breaks is a failure like any other, and is shrunk.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            return exception.ToString();
        }
    }
}
