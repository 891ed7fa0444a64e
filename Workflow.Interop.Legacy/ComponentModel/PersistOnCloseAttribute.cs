using System.Collections.Concurrent;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The instance is saved when an activity of this class has succeeded. The runtime needs a persistence service then.</summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = false, Inherited = true)]
public sealed class PersistOnCloseAttribute : Attribute
{
    private static readonly ConcurrentDictionary<Type, bool> Known = new();

    internal static bool IsOn(Activity activity) => Known.GetOrAdd(activity.GetType(), static type => type.IsDefined(typeof(PersistOnCloseAttribute), inherit: true));
}
