using System.Text;

namespace Workflow.Core.Tests.Differential.Observing;

/// <summary>Compares two observations.</summary>
internal static class Difference
{
    /// <summary>Returns both observations, line beside line, up to a few lines after the first difference; null if they are equal.</summary>
    public static string? Between(string leftName, string[] left, string rightName, string[] right)
    {
        int first = 0;
        while (first < left.Length && first < right.Length && left[first] == right[first])
        {
            first++;
        }

        if (first == left.Length && first == right.Length)
        {
            return null;
        }

        StringBuilder text = new();
        text.Append(leftName).Append(" | ").AppendLine(rightName);
        for (int i = Math.Max(0, first - 25); i < Math.Min(Math.Max(left.Length, right.Length), first + 12); i++)
        {
            string l = i < left.Length ? left[i] : "(end)";
            string r = i < right.Length ? right[i] : "(end)";
            text.AppendLine(l == r ? $"     {l}" : $"  != {l} | {r}");
        }

        return text.ToString();
    }
}
