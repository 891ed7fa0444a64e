namespace Workflow.Architecture.Tests.Rules;

internal static class Report
{
    /// <summary>Fails if there are violations, with a message that lists all of them, one on each line.</summary>
    public static void None(string rule, IReadOnlyList<string> violations) =>
        Assert.True(violations.Count == 0, $"{rule} {violations.Count} violation(s):{Environment.NewLine}{string.Join(Environment.NewLine, violations)}");
}
