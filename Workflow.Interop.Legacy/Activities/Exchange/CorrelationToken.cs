using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// Connects the calls and events of one conversation: activities with the same token and owner use the same correlation values. Each clone of the owner has values of its own.
/// </summary>
public sealed class CorrelationToken : DependencyObject
{
    /// <summary>The property <see cref="Name"/>.</summary>
    public static readonly DependencyProperty NameProperty =
        DependencyProperty.Register("Name", typeof(string), typeof(CorrelationToken), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>The property <see cref="OwnerActivityName"/>.</summary>
    public static readonly DependencyProperty OwnerActivityNameProperty =
        DependencyProperty.Register("OwnerActivityName", typeof(string), typeof(CorrelationToken), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    private static readonly DependencyProperty ValuesProperty =
        DependencyProperty.RegisterAttached("Values", typeof(Dictionary<string, CorrelationProperty[]>), typeof(CorrelationToken));

    /// <summary>Makes a token without a name.</summary>
    public CorrelationToken()
    {
    }

    /// <summary>Makes a token.</summary>
    /// <param name="name">Its name.</param>
    public CorrelationToken(string name) => Name = name;

    /// <summary>The name.</summary>
    public string Name
    {
        get => (string)GetValue(NameProperty)!;
        set => SetValue(NameProperty, value);
    }

    /// <summary>The name of the activity that has the values: the activities with the token are inside of it.</summary>
    public string OwnerActivityName
    {
        get => (string)GetValue(OwnerActivityNameProperty)!;
        set => SetValue(OwnerActivityNameProperty, value);
    }

    /// <summary>The owner; null if the activity was removed from it by a change of the workflow.</summary>
    internal Activity? FindOwner(Activity activity) => activity.GetActivityByName(OwnerActivityName);

    internal Activity OwnerOf(Activity activity) => FindOwner(activity)
        ?? throw new InvalidOperationException($"The token '{Name}' of '{activity.QualifiedName}' has the owner '{OwnerActivityName}', which does not exist; name an activity of the workflow.");

    /// <summary>The values for an activity; null before they are known.</summary>
    internal CorrelationProperty[]? ValuesFor(Activity activity) =>
        ((Dictionary<string, CorrelationProperty[]>?)OwnerOf(activity).GetValue(ValuesProperty))?.GetValueOrDefault(Name);

    /// <summary>Sets the values. They do not change as long as the owner runs.</summary>
    internal void Initialize(Activity activity, CorrelationProperty[] values)
    {
        Activity owner = OwnerOf(activity);
        Dictionary<string, CorrelationProperty[]> all = (Dictionary<string, CorrelationProperty[]>?)owner.GetValue(ValuesProperty) ?? [];
        if (!all.TryAdd(Name, values) && !all[Name].Zip(values).All(static pair => Equals(pair.First.Value, pair.Second.Value)))
        {
            throw new InvalidOperationException(
                $"The token '{Name}' of '{activity.QualifiedName}' has values already, and the new ones differ; use a token of its own for each conversation.");
        }

        owner.SetValue(ValuesProperty, all);
    }
}
