using System.Globalization;

namespace Workflow.Validation;

/// <summary>Renders the path from the root to an activity, for messages: <c>Order/If.Then/WriteLine</c>.</summary>
internal static class TreePath
{
    /// <summary>
    /// The maximum length of a path. The middle of a longer path is omitted: its beginning and end are more useful, and the message must remain readable.
    /// </summary>
    private const int Longest = 512;

    private const int LongestName = 128;

    private const string Gap = "...";

    public static string Of(Activity activity)
    {
        List<Activity> steps = [];
        for (Activity? step = activity; step is not null; step = step.Parent)
        {
            steps.Add(step);
        }

        steps.Reverse();
        (int head, int tail) = Shown(steps);
        IEnumerable<string> shown = Enumerable.Range(0, head).Select(Step);
        if (head < tail)
        {
            shown = shown.Append(string.Create(CultureInfo.InvariantCulture, $"{Gap} {tail - head:N0} more {Gap}"));
        }

        return string.Join('/', shown.Concat(Enumerable.Range(tail, steps.Count - tail).Select(Step)));

        string Step(int i) => Clip(steps[i].DisplayName) + (i + 1 < steps.Count && PlaceOf(steps[i], steps[i + 1]) is { } place ? $".{place}" : string.Empty);
    }

    /// <summary>Shortens a long name, so that the rest of the message fits.</summary>
    public static string Clip(string name) =>
        name.Length <= LongestName ? name : $"{name[..(LongestName / 2)]}{Gap}{name[^(LongestName / 2)..]}";

    /// <summary>Returns the number of steps to show at the beginning and the index of the first step to show at the end: as many steps as fit.</summary>
    private static (int Head, int Tail) Shown(List<Activity> steps)
    {
        int head = 0, tail = steps.Count, length = 0;
        while (head < tail)
        {
            bool isAtEnd = head >= steps.Count - tail;
            length += Clip(steps[isAtEnd ? tail - 1 : head].DisplayName).Length + 1;
            if (length > Longest)
            {
                break;
            }

            if (isAtEnd)
            {
                tail--;
            }
            else
            {
                head++;
            }
        }

        return (head, tail);
    }

    /// <summary>
    /// Returns the property that contains a child, with the index of the child in it; null if the display name of the child identifies it sufficiently.
    /// </summary>
    private static string? PlaceOf(Activity parent, Activity child)
    {
        try
        {
            return FindPlace(parent, child);
        }
        catch (Exception)
        {
            // A property or key of the application cannot be read. The message reports another problem, so the property is omitted.
            return null;
        }
    }

    private static string? FindPlace(Activity parent, Activity child)
    {
        string? place = null;
        bool isAlone = true;
        foreach ((string name, Activity held) in parent.NamedChildren())
        {
            if (ReferenceEquals(held, child))
            {
                place ??= name;
            }
            else
            {
                isAlone &= held.DisplayName != child.DisplayName;
            }

            if (place is not null && !isAlone)
            {
                return place;
            }
        }

        return null;
    }
}
