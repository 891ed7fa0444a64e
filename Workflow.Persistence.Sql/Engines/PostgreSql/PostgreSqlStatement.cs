using System.Collections.Concurrent;
using System.Data.Common;
using System.Text.RegularExpressions;

namespace Workflow.Persistence.Sql;

/// <summary>The text of a statement with numbered parameters, which the server reads as it is; the files name them. Thread-safe.</summary>
internal sealed partial class PostgreSqlStatement
{
    /// <summary>The maximum number of calls whose parameters are kept for later ones.</summary>
    private const int MaxKept = 8;

    private readonly ConcurrentQueue<DbParameter[]> _kept = new();

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

    /// <summary>Parameters without values that an earlier call has used; null: there are none.</summary>
    public DbParameter[]? TakeParameters() => _kept.TryDequeue(out DbParameter[]? parameters) ? parameters : null;

    /// <summary>Keeps the parameters of a call that has ended, without their values. They belong to no command any more.</summary>
    public void Keep(DbParameter[] parameters)
    {
        if (_kept.Count >= MaxKept)
        {
            return;
        }

        foreach (DbParameter parameter in parameters)
        {
            parameter.Value = null;
        }

        _kept.Enqueue(parameters);
    }

    [GeneratedRegex(@"@\w+", RegexOptions.NonBacktracking)]
    private static partial Regex Parameter();
}
