using System.Text;

namespace Workflow.PublicApi.Tests.Surface;

/// <summary>What changed between the reviewed and the actual surface, under the type that it belongs to.</summary>
internal static class LineDifference
{
    /// <summary>'-' for a line that is gone, '+' for a line that is new; empty when both are the same.</summary>
    public static string Of(string reviewed, string actual)
    {
        Dictionary<string, int> before = Count(reviewed);
        Dictionary<string, int> after = Count(actual);
        StringBuilder text = new();
        string head = string.Empty;
        foreach (string key in before.Keys.Union(after.Keys).Order(StringComparer.Ordinal))
        {
            int change = after.GetValueOrDefault(key) - before.GetValueOrDefault(key);
            if (change == 0)
            {
                continue;
            }

            string[] parts = key.Split('\t');
            if (parts.Length > 1 && parts[0] != head)
            {
                text.Append("  ").Append(parts[0]).Append('\n');
            }

            head = parts[0];
            for (int i = Math.Abs(change); i > 0; i--)
            {
                text.Append(change > 0 ? "+ " : "- ").Append(parts[^1]).Append('\n');
            }
        }

        return text.ToString();
    }

    /// <summary>Members are counted with the head of their type in front, so that each is compared in its own type.</summary>
    private static Dictionary<string, int> Count(string text)
    {
        Dictionary<string, int> lines = [];
        string head = string.Empty;
        foreach (string line in text.Split('\n').Where(line => line.Length > 0))
        {
            bool isMember = line.StartsWith(' ');
            head = isMember ? head : line;
            string key = isMember ? $"{head}\t{line}" : line;
            lines[key] = lines.GetValueOrDefault(key) + 1;
        }

        return lines;
    }
}
