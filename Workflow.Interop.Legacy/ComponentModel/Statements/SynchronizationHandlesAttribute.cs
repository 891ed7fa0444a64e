using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Names the locks that activities of a class hold while they run, like the activities in a <see cref="SynchronizationScopeActivity"/>. Of the activities and
/// scopes in a workflow that use the same name, only one runs at a time. An activity acquires its locks before <see cref="Activity.Execute"/> and releases them
/// when it has closed.
/// </summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = false, Inherited = true)]
public sealed class SynchronizationHandlesAttribute : Attribute
{
    private static readonly WeakCache<Type, string[]> Known = new(static type =>
        type.GetCustomAttributes(typeof(SynchronizationHandlesAttribute), inherit: true) is [SynchronizationHandlesAttribute found, ..]
            ? [.. found.Handles]
            : []);

    /// <summary>Names one or more locks.</summary>
    /// <param name="handles">The names.</param>
    public SynchronizationHandlesAttribute(params string[] handles)
    {
        ArgumentNullException.ThrowIfNull(handles);
        Handles = new ReadOnlyCollection<string>([.. handles.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)]);
    }

    /// <summary>The distinct names in ordinal order.</summary>
    public ReadOnlyCollection<string> Handles { get; }

    /// <summary>Returns the names for the class of an activity; empty if it has none.</summary>
    internal static string[] Of(Activity activity) => Known.Of(activity.GetType());
}
