using System.Runtime.CompilerServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>The types of which a serializer of the author's has shown that it reads what it writes. Both are held weakly.</summary>
internal static class ProvenSerializers
{
    private static readonly ConditionalWeakTable<ValueSerializer, ConditionalWeakTable<Type, object>> Known = [];

    /// <summary>Tries it at the first value of the type.</summary>
    /// <exception cref="UnsavableValueException">It does not.</exception>
    public static void Prove(ValueSerializer serializer, object value, Type type, ValueContext context)
    {
        if (serializer.ProvesItself)
        {
            return;
        }

        ConditionalWeakTable<Type, object> proven = Known.GetOrCreateValue(serializer);
        if (!proven.TryGetValue(value.GetType(), out _))
        {
            ReadBack.Check(serializer, value, type, context);
            proven.AddOrUpdate(value.GetType(), serializer);
        }
    }
}
