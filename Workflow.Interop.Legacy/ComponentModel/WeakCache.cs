using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Caches a value for each type or assembly. The cache does not keep its keys alive, so collectible assemblies can be unloaded. Thread-safe.</summary>
/// <param name="create">Computes a value. Two threads can compute the value of the same key; the first result is kept.</param>
internal sealed class WeakCache<TKey, TValue>(Func<TKey, TValue> create)
    where TKey : class
{
    private readonly ConditionalWeakTable<TKey, StrongBox<TValue>> _known = [];

    public TValue Of(TKey key) => (_known.TryGetValue(key, out StrongBox<TValue>? known) ? known : Add(key)).Value!;

    private StrongBox<TValue> Add(TKey key) => _known.GetValue(key, added => new StrongBox<TValue>(create(added)));
}
