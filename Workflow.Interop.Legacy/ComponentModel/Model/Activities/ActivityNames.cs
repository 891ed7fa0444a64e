namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Indexes the activities of a tree by qualified name.</summary>
internal sealed class ActivityNames
{
    private static readonly WeakCache<Type, bool> Custom = new(HasOwnChildren);
    private readonly Dictionary<string, int> _positions;
    private readonly Activity[] _activities;

    public ActivityNames(Activity root)
        : this([.. Tree(root)])
    {
    }

    private ActivityNames(Activity[] activities)
    {
        _activities = activities;
        _positions = new Dictionary<string, int>(_activities.Length, StringComparer.Ordinal);
        for (int i = 0; i < _activities.Length; i++)
        {
            _positions.TryAdd(_activities[i].QualifiedName, i);
        }
    }

    private ActivityNames(Activity[] activities, Dictionary<string, int> positions)
    {
        _activities = activities;
        _positions = positions;
    }

    /// <summary>
    /// Returns the names of a clone. If the clone has the same activities as the template in the same order, with the same name strings, it shares the lookup
    /// table.
    /// </summary>
    public ActivityNames For(Activity clone)
    {
        Activity[] activities = [.. Tree(clone)];
        bool isSame = activities.Length == _activities.Length;
        for (int i = 0; i < activities.Length && isSame; i++)
        {
            isSame = ReferenceEquals(activities[i].QualifiedName, _activities[i].QualifiedName);
        }

        return isSame ? new ActivityNames(activities, _positions) : new ActivityNames(activities);
    }

    /// <summary>
    /// Enumerates the root and its descendants, parents before children. Uses an explicit stack, so a deep tree cannot overflow the call stack.
    /// </summary>
    public static IEnumerable<Activity> Tree(Activity root)
    {
        Stack<Activity> rest = new([root]);
        while (rest.TryPop(out Activity? activity))
        {
            yield return activity;
            if (activity is CompositeActivity composite)
            {
                for (int i = composite.Activities.Count - 1; i >= 0; i--)
                {
                    rest.Push(composite.Activities[i]);
                }
            }
        }
    }

    /// <summary>Enumerates the same activities as <see cref="Tree"/>, and also the clones in execution contexts.</summary>
    public static IEnumerable<Activity> Live(Activity root)
    {
        Stack<Activity> rest = new([root]);
        while (rest.TryPop(out Activity? clone))
        {
            foreach (Activity activity in Tree(clone))
            {
                yield return activity;
                if (activity is CompositeActivity { Contexts: { } contexts })
                {
                    contexts.Active.ForEach(rest.Push);
                    contexts.Completed.ForEach(rest.Push);
                }
            }
        }
    }

    public static string Qualify(Activity activity)
    {
        string name = activity.Name;
        for (CompositeActivity? parent = activity.Parent; parent?.Parent is not null; parent = parent.Parent)
        {
            if (IsCustom(parent.GetType()))
            {
                name = $"{parent.Name}.{name}";
            }
        }

        return name;
    }

    public Activity? Find(Activity from, string name)
    {
        for (CompositeActivity? scope = from as CompositeActivity ?? from.Parent; scope?.Parent is not null; scope = scope.Parent)
        {
            if (IsCustom(scope.GetType()) && _positions.TryGetValue($"{scope.QualifiedName}.{name}", out int position))
            {
                return _activities[position];
            }
        }

        return _positions.TryGetValue(name, out int found) ? _activities[found] : null;
    }

    private static bool IsCustom(Type type) => Custom.Of(type);

    /// <summary>True if the constructor of a composite activity type adds children. Such a custom activity is a name scope for its children.</summary>
    private static bool HasOwnChildren(Type key)
    {
        if (key.Assembly == typeof(Activity).Assembly || key.GetConstructor(Type.EmptyTypes) is null)
        {
            return false;
        }

        try
        {
            return ((CompositeActivity)Activator.CreateInstance(key)!).Activities.Count > 0;
        }
        catch (Exception)
        {
            // The constructor is application code and can throw. The tree that contains an activity of this type was created without this constructor.
            return false;
        }
    }
}
