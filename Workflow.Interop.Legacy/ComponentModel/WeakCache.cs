using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Values that are computed once for each type or assembly. It keeps no key alive, so that collectible assemblies can be unloaded. Safe for all threads.</summary>
/// <param name="create">Computes a value. Two threads may compute the same one; the first is kept.</param>
internal sealed class WeakCache<TKey, TValue>(Func<TKey, TValue> create)
    where TKey : class
{
    private readonly ConditionalWeakTable<TKey, StrongBox<TValue>> _known = [];

    public TValue Of(TKey key) => (_known.TryGetValue(key, out StrongBox<TValue>? known) ? known : Add(key)).Value!;

    private StrongBox<TValue> Add(TKey key) => _known.GetValue(key, added => new StrongBox<TValue>(create(added)));
}
