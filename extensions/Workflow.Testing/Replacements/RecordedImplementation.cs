using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Workflow.Testing;

/// <summary>
/// The implementation of a composite, created once. The engine calls the factory in each walk of the definition; a new implementation would again contain the
/// activities that were replaced in the previous one.
/// </summary>
internal sealed class RecordedImplementation(Func<Activity> create)
{
    private static readonly PropertyInfo Property = OfActivity();

    public Activity? Root { get; set; }

    /// <summary>Makes an activity use a single implementation object. Returns null if the activity has no implementation.</summary>
    public static RecordedImplementation? TryRecord(Activity activity)
    {
        if (Property.GetValue(activity) is not Func<Activity> create)
        {
            return null;
        }

        RecordedImplementation recorded = new(create);
        Property.SetValue(activity, (Func<Activity>)recorded.Get);
        return recorded;
    }

    private Activity Get() => Root ??= create();

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The property is overridden and used by every composite.")]
    private static PropertyInfo OfActivity() => typeof(Activity).GetProperty("Implementation", BindingFlags.Instance | BindingFlags.NonPublic)!;
}
