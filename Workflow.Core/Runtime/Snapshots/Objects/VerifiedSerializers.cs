using System.Runtime.CompilerServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Stores the types for which a serializer of the application was verified to read back what it writes. References to serializers and types are weak.
/// </summary>
internal static class VerifiedSerializers
{
    private static readonly ConditionalWeakTable<ValueSerializer, ConditionalWeakTable<Type, object>> Known = [];

    /// <summary>Checks the serializer with the first value of each type.</summary>
    /// <exception cref="UnsavableValueException">The serializer does not read back what it wrote.</exception>
    public static void Verify(ValueSerializer serializer, object value, Type type, ValueContext context)
    {
        if (serializer.ChecksReadBack)
        {
            return;
        }

        ConditionalWeakTable<Type, object> verified = Known.GetOrCreateValue(serializer);
        if (!verified.TryGetValue(value.GetType(), out _))
        {
            ReadBack.Check(serializer, value, type, context);
            verified.AddOrUpdate(value.GetType(), serializer);
        }
    }
}
