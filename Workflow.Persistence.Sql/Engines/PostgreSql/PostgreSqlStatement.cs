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
        TextInTransaction = Text + " ";
        Names = names;
    }

    public string Text { get; }

    /// <summary>
    /// The text for a call in a transaction that goes on after it, which has no settings of its own. The driver prepares each text once for a connection, and a plan that was made without
    /// the settings must not serve the calls that have them.
    /// </summary>
    public string TextInTransaction { get; }

    /// <summary>The names of the parameters, in the order of their numbers.</summary>
    public IReadOnlyList<string> Names { get; }

    [GeneratedRegex(@"@\w+", RegexOptions.NonBacktracking)]
    private static partial Regex Parameter();
}
