using System.Text;

namespace Workflow.PublicApi.Tests.Surface;

/// <summary>Compares the reviewed with the actual public API and lists the changes below their types.</summary>
internal static class LineDifference
{
    /// <summary>Returns the removed lines with '-' and the added lines with '+'; empty if the texts are equal.</summary>
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

    /// <summary>Counts equal lines. The key of a member begins with the line of its type, so that members are compared within their types.</summary>
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
