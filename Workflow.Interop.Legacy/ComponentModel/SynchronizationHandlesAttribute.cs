using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Named locks that activities of a class have while they run, as those in a <see cref="SynchronizationScopeActivity"/>: of activities and scopes in one workflow with the same name, only one
/// runs at a time. An activity gets its locks before <see cref="Activity.Execute"/> and gives them back when it has closed.
/// </summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = false, Inherited = true)]
public sealed class SynchronizationHandlesAttribute : Attribute
{
    private static readonly WeakCache<Type, string[]> Known = new(
        static type => type.GetCustomAttributes(typeof(SynchronizationHandlesAttribute), inherit: true) is [SynchronizationHandlesAttribute found, ..] ? [.. found.Handles] : []);

    /// <summary>Names one lock, or several.</summary>
    /// <param name="handles">The names.</param>
    public SynchronizationHandlesAttribute(params string[] handles)
    {
        ArgumentNullException.ThrowIfNull(handles);
        Handles = new ReadOnlyCollection<string>([.. handles.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)]);
    }

    /// <summary>The names in their order.</summary>
    public ReadOnlyCollection<string> Handles { get; }

    /// <summary>The names for a class; empty if it has none.</summary>
    internal static string[] Of(Activity activity) => Known.Of(activity.GetType());
}
