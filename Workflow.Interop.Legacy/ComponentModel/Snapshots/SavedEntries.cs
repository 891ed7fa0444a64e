namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Checks that a saved value is valid for its property.</summary>
internal static class SavedEntries
{
    /// <exception cref="StateDamageException">The value is not valid.</exception>
    public static void Check(DependencyProperty key, object? value)
    {
        bool fits = ActivityState.Fits(key, value) ?? (key.IsEvent
            ? value is List<StatusSubscription> || key.PropertyType.IsInstanceOfType(value)
            : value is null or ActivityBind ? value is not null || !key.PropertyType.IsValueType || Nullable.GetUnderlyingType(key.PropertyType) is not null
            : key.PropertyType.IsInstanceOfType(value));
        if (!fits)
        {
            throw new StateDamageException(
                $"The saved state has a '{value?.GetType().ToString() ?? "null"}' as the value of the property '{key}', which takes '{key.PropertyType}'; restore it from a backup.");
        }
    }
}
