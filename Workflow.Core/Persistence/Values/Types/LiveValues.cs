using System.Collections;
using System.ComponentModel;
using System.Reflection;
using System.Runtime.ConstrainedExecution;
using System.Runtime.InteropServices;

namespace Workflow.Persistence;

/// <summary>The types whose objects represent something that exists only in this process.</summary>
internal static class LiveValues
{
    public const string Why = "has no meaning in another process; do not save it, mark the member that holds it with [JsonIgnore], or keep it inside a NoPersistScope";

    private const string Computed = "is computed while it is enumerated; save its elements, for example as a list made with ToList()";

    private static readonly Type[] Classes =
    [
        typeof(Delegate), typeof(MemberInfo), typeof(Module), typeof(Assembly), typeof(ParameterInfo), typeof(Task), typeof(Thread),
        typeof(CancellationTokenSource), typeof(Stream), typeof(TextReader), typeof(TextWriter), typeof(WaitHandle), typeof(Timer),
        typeof(SynchronizationContext), typeof(TaskScheduler), typeof(TimeProvider), typeof(IServiceProvider), typeof(IEnumerator),
        typeof(CriticalFinalizerObject), typeof(Component),
    ];

    private static readonly Type[] Structs =
    [
        typeof(CancellationToken), typeof(IntPtr), typeof(UIntPtr), typeof(ValueTask), typeof(RuntimeTypeHandle), typeof(RuntimeMethodHandle),
        typeof(RuntimeFieldHandle), typeof(GCHandle),
    ];

    /// <summary>Returns the reason why values of the type cannot be saved; null for any other type.</summary>
    public static string? WhyNot(Type type) =>
        type.IsValueType ? (Array.IndexOf(Structs, type) >= 0 ? Why : null)
        : !Array.Exists(Classes, live => live.IsAssignableFrom(type)) ? null
        : typeof(IEnumerator).IsAssignableFrom(type) && typeof(IEnumerable).IsAssignableFrom(type) ? Computed
        : Why;
}
