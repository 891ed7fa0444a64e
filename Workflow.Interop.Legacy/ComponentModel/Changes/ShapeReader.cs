using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Reads the shape of an activity tree after a change: its activities, parents before children, and the number of children of each. An existing activity is
/// identified by its number in the tree, a new activity by its type. The reader creates the new activities and does not modify the tree. The bytes are
/// untrusted.
/// </summary>
internal sealed class ShapeReader(StateBytes bytes, TypeTableReader types, Activity[] known)
{
    private readonly Dictionary<Activity, int> _numbers = Numbers(known);
    private readonly bool[] _isUsed = new bool[known.Length];
    private readonly Stack<Open> _open = new();
    private readonly List<ChildrenChange> _changes = [];
    private readonly List<Activity> _added = [];

    /// <exception cref="StateDamageException">The bytes are not a shape, or not a shape of this tree.</exception>
    public DefinitionChange Read()
    {
        int count = bytes.Count();
        for (int i = 0; i < count; i++)
        {
            Activity activity = ReadActivity(isRoot: i == 0);
            int children = bytes.Count();
            if (children > 0 && activity is not CompositeActivity)
            {
                throw Damaged("an activity with children that cannot have any");
            }

            if (activity is CompositeActivity composite)
            {
                _open.Push(new Open(composite, children));
            }

            while (_open.TryPeek(out Open? open) && open.Children.Count == open.Count)
            {
                Close(_open.Pop());
            }

            if (_open.Count == 0 && i < count - 1)
            {
                throw Damaged("activities outside of the workflow");
            }
        }

        return _open.Count == 0 && count > 0
            ? new DefinitionChange((CompositeActivity)known[0], _changes, _added)
            : throw Damaged("fewer activities than it says");
    }

    private static Dictionary<Activity, int> Numbers(Activity[] known)
    {
        // Application classes can override Equals, so activities are compared by reference.
        Dictionary<Activity, int> numbers = new(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < known.Length; i++)
        {
            numbers.Add(known[i], i);
        }

        return numbers;
    }

    private Activity ReadActivity(bool isRoot)
    {
        int number = bytes.Index(known.Length + 1) - 1;
        if (isRoot ? number != 0 : !_open.TryPeek(out _))
        {
            throw Damaged("no root");
        }

        Activity activity = number < 0 ? New() : known[number];
        if (number >= 0 && _isUsed[number])
        {
            throw Damaged("an activity twice");
        }

        if (number >= 0)
        {
            _isUsed[number] = true;
        }

        if (_open.TryPeek(out Open? parent))
        {
            if (number >= 0
                && (!ReferenceEquals(activity.Parent, parent.Activity)
                    || (parent.Children.FindLast(_numbers.ContainsKey) is { } last && _numbers[last] > number)))
            {
                throw Damaged("an activity that has moved");
            }

            parent.Children.Add(activity);
        }

        return activity;
    }

    private Activity New()
    {
        Type type = types.GetMade(bytes);
        if (!typeof(Activity).IsAssignableFrom(type))
        {
            throw Damaged($"a '{type}' as an activity");
        }

        Activity activity = (Activity)RuntimeHelpers.GetUninitializedObject(type);
        activity.BecomePart();
        _added.Add(activity);
        return activity;
    }

    private void Close(Open closed)
    {
        Activity[] after = [.. closed.Children];
        if (!_numbers.ContainsKey(closed.Activity))
        {
            Array.ForEach(after, closed.Activity.Activities.Attach);
        }
        else if (!after.SequenceEqual(closed.Activity.Activities))
        {
            _changes.Insert(0, new ChildrenChange(closed.Activity, [.. closed.Activity.Activities], after));
        }
    }

    private static StateDamageException Damaged(string what) => new($"The saved change of a workflow has {what}; restore the instance from a backup.");

    private sealed record Open(CompositeActivity Activity, int Count)
    {
        public List<Activity> Children { get; } = [];
    }
}
