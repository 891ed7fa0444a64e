using System.Collections.Concurrent;
using System.Data.Common;
using System.Text.RegularExpressions;

namespace Workflow.Persistence.Sql;

/// <summary>A statement whose named parameters are replaced by the numbered ones of the server. Thread-safe.</summary>
internal sealed partial class PostgreSqlStatement
{
    /// <summary>The maximum number of parameter arrays that are kept for later calls.</summary>
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
    /// The text for a call in a transaction that continues after the call and has no settings of its own. It differs from <see cref="Text"/>, because the
    /// driver prepares each text once for a connection, and a plan that was created without the settings must not be used by calls with the settings.
    /// </summary>
    public string TextInTransaction { get; }

    /// <summary>The names of the parameters, in the order of their numbers.</summary>
    public IReadOnlyList<string> Names { get; }

    /// <summary>Returns parameters without values that an earlier call has used; null if there are none.</summary>
    public DbParameter[]? TakeParameters() => _kept.TryDequeue(out DbParameter[]? parameters) ? parameters : null;

    /// <summary>Keeps the parameters of a completed call, without their values. The parameters must no longer belong to a command.</summary>
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
