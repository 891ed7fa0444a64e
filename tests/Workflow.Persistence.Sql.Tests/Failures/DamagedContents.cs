namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>Chooses the contents of damaged columns: three contents with a fixed seed, or all contents with WORKFLOW_DAMAGE=all.</summary>
internal static class DamagedContents
{
    private const int Seed = 28;

    /// <summary>True if each column gets all contents.</summary>
    public static readonly bool HasAll = Environment.GetEnvironmentVariable("WORKFLOW_DAMAGE") == "all";

    /// <summary>Returns the contents for a column.</summary>
    /// <param name="contents">All contents for the type of the column.</param>
    /// <param name="column">The name of the column. The choice depends on the name, so that columns get different contents.</param>
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
