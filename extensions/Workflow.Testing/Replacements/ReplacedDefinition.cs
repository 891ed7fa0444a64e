using System.Runtime.CompilerServices;
using System.Text;

namespace Workflow.Testing;

/// <summary>Applies replacements to a definition before its first run.</summary>
internal sealed class ReplacedDefinition(Activity root, IReadOnlyList<Replacement> replacements)
{
    /// <summary>The maximum number of activities in the message about a replacement without a match.</summary>
    private const int MaxListed = 100;

    /// <summary>The replacements that were applied to a root. They are not applied again when a host starts the same definition a second time.</summary>
    private static readonly ConditionalWeakTable<Activity, IReadOnlyList<Replacement>> Applied = [];

    /// <summary>A copy of the replacements, because more may be added to the options later.</summary>
    private readonly Replacement[] _replacements = [.. replacements];

    private readonly Dictionary<Activity, RecordedImplementation?> _implementations = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<Activity, Activity> _parents = new(ReferenceEqualityComparer.Instance);
    private readonly List<Activity> _activities = [];

    public static void Prepare(Activity root, IReadOnlyList<Replacement> replacements)
    {
        if (replacements.Count == 0 || (Applied.TryGetValue(root, out IReadOnlyList<Replacement>? applied) && applied.SequenceEqual(replacements)))
        {
            return;
        }

        ReplacedDefinition definition = new(root, replacements);
        definition.Apply();
        Applied.AddOrUpdate(root, definition._replacements);
    }

    private void Apply()
    {
        do
        {
            Walk();
        }
        while (RecordImplementations());

        // All matches are found before anything is replaced, so that ids and parents are those of the original definition.
        (Replacement Replacement, Activity[] Originals)[] found =
            [.. _replacements.Select(replacement => (replacement, _activities.Where(activity => activity != root && replacement.Matches(activity)).ToArray()))];
        foreach ((Replacement replacement, Activity[] originals) in found)
        {
            if (originals.Length == 0)
            {
                throw NothingFor(replacement);
            }
        }

        HashSet<Activity> replaced = new(ReferenceEqualityComparer.Instance);
        foreach ((Replacement replacement, Activity[] originals) in found)
        {
            foreach (Activity original in originals.Where(original => !IsInside(original, replaced)))
            {
                replaced.Add(original);
                Put(original, replacement.Make(original));
            }
        }

        WorkflowInspectionServices.CacheMetadata(root);
    }

    private void Walk()
    {
        try
        {
            WorkflowInspectionServices.CacheMetadata(root);
        }
        catch (InvalidOperationException exception)
        {
            throw new WorkflowTestException(
                $"Nothing can be replaced in '{root.DisplayName}', because the definition has run or is part of another one; create a new object for each test.",
                exception);
        }

        _activities.Clear();
        _parents.Clear();
        Stack<Activity> open = new([root]);
        while (open.TryPop(out Activity? activity))
        {
            _activities.Add(activity);
            foreach (Activity child in WorkflowInspectionServices.GetActivities(activity).Reverse())
            {
                // An import refers to a child of another activity, so an activity can be found several times. The first parent is kept.
                if (_parents.TryAdd(child, activity))
                {
                    open.Push(child);
                }
            }
        }
    }

    /// <summary>
    /// Records the implementations that were not recorded before. Returns true if there are any: the next walk then finds the activity objects that will run.
    /// </summary>
    private bool RecordImplementations()
    {
        bool hasNew = false;
        foreach (Activity activity in _activities.Where(activity => !_implementations.ContainsKey(activity)))
        {
            RecordedImplementation? recorded = RecordedImplementation.TryRecord(activity);
            _implementations.Add(activity, recorded);
            hasNew |= recorded is not null;
        }

        return hasNew;
    }

    /// <summary>Returns true if an activity is inside a replaced one, and therefore no longer part of the definition.</summary>
    private bool IsInside(Activity activity, HashSet<Activity> replaced)
    {
        for (Activity? next = activity; next is not null; next = _parents.GetValueOrDefault(next))
        {
            if (replaced.Contains(next))
            {
                return true;
            }
        }

        return false;
    }

    private void Put(Activity original, Activity replacement)
    {
        // All owners are searched, because the implementation of a composite may refer to a public child of the composite.
        bool isReplaced = false;
        foreach (Activity owner in _activities)
        {
            if (_implementations.GetValueOrDefault(owner) is { } implementation && ReferenceEquals(implementation.Root, original))
            {
                implementation.Root = replacement;
                isReplaced = true;
            }

            isReplaced |= MemberPlaces.Replace(owner, original, replacement);
        }

        if (isReplaced)
        {
            return;
        }

        throw new WorkflowTestException(
            $"{MemberPlaces.Describe(original)} cannot be replaced, because no public property of the activities around it has it; replace {MemberPlaces.Describe(_parents[original])} instead.");
    }

    private WorkflowTestException NothingFor(Replacement replacement)
    {
        StringBuilder text = new();
        text.Append("There is no ").Append(replacement.What).Append(" to replace in '").Append(root.DisplayName).AppendLine("', which has these activities:");
        foreach (Activity activity in _activities.Where(activity => activity != root).Take(MaxListed))
        {
            text.Append("- ").Append(MemberPlaces.Describe(activity)).Append(" of type '").Append(activity.GetType().Name).AppendLine("'");
        }

        if (_activities.Count > MaxListed + 1)
        {
            text.Append("- and ").Append(_activities.Count - MaxListed - 1).AppendLine(" more");
        }

        return new WorkflowTestException(text.ToString());
    }
}
