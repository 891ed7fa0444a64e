namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The activities of a tree by their qualified names.</summary>
internal sealed class ActivityNames
{
    private static readonly WeakCache<Type, bool> Custom = new(HasOwnChildren);
    private readonly Dictionary<string, int> _places;
    private readonly Activity[] _activities;

    public ActivityNames(Activity root)
        : this([.. Tree(root)])
    {
    }

    private ActivityNames(Activity[] activities)
    {
        _activities = activities;
        _places = new Dictionary<string, int>(_activities.Length, StringComparer.Ordinal);
        for (int i = 0; i < _activities.Length; i++)
        {
            _places.TryAdd(_activities[i].QualifiedName, i);
        }
    }

    private ActivityNames(Activity[] activities, Dictionary<string, int> places)
    {
        _activities = activities;
        _places = places;
    }

    /// <summary>The names of a clone. It has the activities of its template in the same order, with the same texts as names: then it shares the table.</summary>
    public ActivityNames For(Activity clone)
    {
        Activity[] activities = [.. Tree(clone)];
        bool isSame = activities.Length == _activities.Length;
        for (int i = 0; i < activities.Length && isSame; i++)
        {
            isSame = ReferenceEquals(activities[i].QualifiedName, _activities[i].QualifiedName);
        }

        return isSame ? new ActivityNames(activities, _places) : new ActivityNames(activities);
    }

    /// <summary>The root and its descendants, each before its children. Deep trees need no deep stack.</summary>
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

    /// <summary>As <see cref="Tree"/>, with the clones in the execution contexts.</summary>
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
            if (IsCustom(scope.GetType()) && _places.TryGetValue($"{scope.QualifiedName}.{name}", out int place))
            {
                return _activities[place];
            }
        }

        return _places.TryGetValue(name, out int found) ? _activities[found] : null;
    }

    private static bool IsCustom(Type type) => Custom.Of(type);

    /// <summary>A custom composite activity has children as soon as it is constructed: their names are its own.</summary>
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
            // The constructor is user code; the tree that contains an activity of this type was made without it.
            return false;
        }
    }
}
