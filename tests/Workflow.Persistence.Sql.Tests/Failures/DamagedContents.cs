namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>Chooses what a damaged column has: three contents, by a fixed seed, or all of them with WORKFLOW_DAMAGE=all.</summary>
internal static class DamagedContents
{
    private const int Seed = 28;

    /// <summary>Whether each column gets all contents.</summary>
    public static readonly bool HasAll = Environment.GetEnvironmentVariable("WORKFLOW_DAMAGE") == "all";

    /// <summary>The contents for a column.</summary>
    /// <param name="contents">All that its type can have.</param>
    /// <param name="column">Its name, so that each column has others.</param>
    public static IReadOnlyList<string> Of(IReadOnlyList<string> contents, string column)
    {
        if (HasAll)
        {
            return contents;
        }

        string[] chosen = [.. contents];
        new Random(column.Aggregate(Seed, (number, letter) => unchecked((31 * number) + letter))).Shuffle(chosen);
        return chosen[..Math.Min(3, chosen.Length)];
    }
}
