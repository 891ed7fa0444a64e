namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The instance is saved when an activity of this class has succeeded. The runtime needs a persistence service then.</summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = false, Inherited = true)]
public sealed class PersistOnCloseAttribute : Attribute
{
    private static readonly WeakCache<Type, bool> Known = new(static type => type.IsDefined(typeof(PersistOnCloseAttribute), inherit: true));

    internal static bool IsOn(Activity activity) => Known.Of(activity.GetType());
}
