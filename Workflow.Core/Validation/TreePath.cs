using System.Globalization;

namespace Workflow.Validation;

/// <summary>The path to an activity from the root, for messages: <c>Order/If.Then/WriteLine</c>.</summary>
internal static class TreePath
{
    /// <summary>For a deeper tree the middle of the path is left out: its beginning and end are more useful, and the message must stay readable.</summary>
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

    /// <summary>A name, shortened to leave room for the rest of the message.</summary>
    public static string Clip(string name) =>
        name.Length <= LongestName ? name : $"{name[..(LongestName / 2)]}{Gap}{name[^(LongestName / 2)..]}";

    /// <summary>The number of steps to show at the beginning, and the index of the first one to show at the end: as many as fit.</summary>
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

    /// <summary>The property with a child, and its index there; null if the name of the child is sufficient.</summary>
    private static string? PlaceOf(Activity parent, Activity child)
    {
        try
        {
            return FindPlace(parent, child);
        }
        catch (Exception)
        {
            // A property or key of the application cannot be read. The message has another subject, so it is left out.
            return null;
        }
    }

    private static string? FindPlace(Activity parent, Activity child)
    {
        string? place = null;
        bool isAlone = true;
        foreach ((string name, Activity held) in parent.NamedPlaces())
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
