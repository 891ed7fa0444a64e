using System.Globalization;
using FsCheck;
using FsCheck.Fluent;
using Xunit.Sdk;

namespace Workflow.Core.Tests.TestKit;

/// <summary>
/// Repeats a random test in rounds, each with its own seed. The default is one round with a fixed seed, so that each test run is the same. WORKFLOW_ROUNDS sets
/// the number of rounds, and WORKFLOW_SEED the seed of the first round; eng/random-tests sets both. A failure reports the seed of its round.
/// </summary>
internal static class RandomRounds
{
    /// <summary>The category of random tests, for a filter.</summary>
    public const string Category = "Random";

    private const int FixedSeed = 20_100_412;

    private static readonly int First = Setting("WORKFLOW_SEED", FixedSeed);
    private static readonly int Count = Setting("WORKFLOW_ROUNDS", 1);

    private static IEnumerable<int> Seeds => Enumerable.Range(0, Count).Select(round => unchecked(First + round));

    /// <summary>Runs a test once in each round, with the seed of the round.</summary>
    public static void Run(Action<int> test)
    {
        foreach (int seed in Seeds)
        {
            try
            {
                test(seed);
            }
            catch (Exception exception)
            {
                throw Failure(seed, exception);
            }
        }
    }

    /// <inheritdoc cref="Run"/>
    public static async Task RunAsync(Func<int, Task> test)
    {
        foreach (int seed in Seeds)
        {
            try
            {
                await test(seed);
            }
            catch (Exception exception)
            {
                throw Failure(seed, exception);
            }
        }
    }

    /// <summary>
    /// Checks random values in each round. The check returns null on success; an exception is a failure. The message shows the smallest value that fails.
    /// </summary>
    public static void Check<T>(Arbitrary<T> values, int count, (int Start, int End) sizes, Func<T, string?> check, Func<T, string>? show = null) => Run(seed =>
    {
        Config config = Config.QuickThrowOnFailure.WithQuietOnSuccess(true).WithMaxTest(count).WithStartSize(sizes.Start).WithEndSize(sizes.End)
            .WithReplay(new Replay(new Rnd(unchecked((ulong)seed)), null));
        (T Value, string Problem)? smallest = null;
        try
        {
            FsCheck.Check.One(config, Prop.ForAll(values, value =>
            {
                string? problem = Try(check, value);
                if (problem is not null)
                {
                    // The last failing value is the result of the shrinker.
                    smallest = (value, problem);
                }

                return problem is null;
            }));
        }
        catch (Exception) when (smallest is not null)
        {
            (T value, string problem) = smallest.Value;
            Assert.Fail($"{(show is null ? value?.ToString() : show(value))}\n\n{problem}");
        }
    });

    /// <summary>Combines seeds into one, with the same result in each process.</summary>
    public static int Combine(params ReadOnlySpan<int> seeds)
    {
        int combined = 17;
        foreach (int seed in seeds)
        {
            combined = unchecked((combined * 31) + seed);
        }

        return combined;
    }

    private static string? Try<T>(Func<T, string?> check, T value)
    {
        try
        {
            return check(value);
        }
        catch (Exception exception)
        {
            return exception.ToString();
        }
    }

    private static XunitException Failure(int seed, Exception exception) => new($"WORKFLOW_SEED={seed}\n{exception.Message}", exception);

    private static int Setting(string name, int value) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : value;
}
