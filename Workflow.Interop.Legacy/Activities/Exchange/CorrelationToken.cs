using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// Identifies a conversation: activities with the same token and owner use the same correlation values. Each clone of the owner has its own values.
/// </summary>
public sealed class CorrelationToken : DependencyObject
{
    /// <summary>The dependency property for <see cref="Name"/>.</summary>
    public static readonly DependencyProperty NameProperty =
        DependencyProperty.Register("Name", typeof(string), typeof(CorrelationToken), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for <see cref="OwnerActivityName"/>.</summary>
    public static readonly DependencyProperty OwnerActivityNameProperty =
        DependencyProperty.Register(
            "OwnerActivityName", typeof(string), typeof(CorrelationToken), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    private static readonly DependencyProperty ValuesProperty =
        DependencyProperty.RegisterAttached("Values", typeof(Dictionary<string, CorrelationProperty[]>), typeof(CorrelationToken));

    /// <summary>Creates a token without a name.</summary>
    public CorrelationToken()
    {
    }

    /// <summary>Creates a token.</summary>
    /// <param name="name">The name of the token.</param>
    public CorrelationToken(string name) => Name = name;

    /// <summary>The name of the token.</summary>
    public string Name
    {
        get => (string)GetValue(NameProperty)!;
        set => SetValue(NameProperty, value);
    }

    /// <summary>The name of the activity that owns the correlation values. The activities with the token are inside the owner.</summary>
    public string OwnerActivityName
    {
        get => (string)GetValue(OwnerActivityNameProperty)!;
        set => SetValue(OwnerActivityNameProperty, value);
    }

    /// <summary>Returns the owner; null if a workflow change has removed the activity from the owner.</summary>
    internal Activity? FindOwner(Activity activity) => activity.GetActivityByName(OwnerActivityName);

    internal Activity OwnerOf(Activity activity) => FindOwner(activity)
        ?? throw new InvalidOperationException(
            $"The token '{Name}' of '{activity.QualifiedName}' has the owner '{OwnerActivityName}', which does not exist; name an activity of the workflow.");

    /// <summary>Returns the correlation values for an activity; null if they are not known yet.</summary>
    internal CorrelationProperty[]? ValuesFor(Activity activity) =>
        ((Dictionary<string, CorrelationProperty[]>?)OwnerOf(activity).GetValue(ValuesProperty))?.GetValueOrDefault(Name);

    /// <summary>Sets the correlation values. They do not change while the owner runs.</summary>
    /// <exception cref="InvalidOperationException">The token already has other values.</exception>
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
