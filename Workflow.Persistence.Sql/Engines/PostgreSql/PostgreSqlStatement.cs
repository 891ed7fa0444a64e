using System.Text.RegularExpressions;

namespace Workflow.Persistence.Sql;

/// <summary>The text of a statement with numbered parameters, which the server reads as it is; the files name them. Immutable.</summary>
internal sealed partial class PostgreSqlStatement
{
    public PostgreSqlStatement(string text)
    {
        List<string> names = [];
        Text = Parameter().Replace(text, match =>
        {
            int index = names.IndexOf(match.Value);
            if (index < 0)
            {
                index = names.Count;
                names.Add(match.Value);
            }

            return $"${index + 1}";
        });
        Names = names;
    }

    public string Text { get; }

    /// <summary>The names of the parameters, in the order of their numbers.</summary>
    public IReadOnlyList<string> Names { get; }

    [GeneratedRegex(@"@\w+", RegexOptions.NonBacktracking)]
    private static partial Regex Parameter();
}
