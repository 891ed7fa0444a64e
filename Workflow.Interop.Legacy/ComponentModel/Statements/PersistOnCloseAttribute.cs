namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Marks an activity class: the instance is saved when an activity of this class has succeeded. The runtime then needs a persistence service.
/// </summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = false, Inherited = true)]
public sealed class PersistOnCloseAttribute : Attribute
{
    private static readonly WeakCache<Type, bool> Known = new(static type => type.IsDefined(typeof(PersistOnCloseAttribute), inherit: true));

    internal static bool IsOn(Activity activity) => Known.Of(activity.GetType());
}
