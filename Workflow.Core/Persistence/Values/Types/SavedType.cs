using System.Collections.Frozen;
using System.Net;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json.Nodes;

namespace Workflow.Persistence;

/// <summary>
/// Determines the type as which a value is saved: usually its own type. Some public types of .NET have instances of internal classes, and collection
/// expressions create instances of compiler-generated classes.
/// </summary>
internal static class SavedType
{
    /// <summary>Weak references, so that collectible assemblies can be unloaded.</summary>
    private static readonly ConditionalWeakTable<Type, Type> Known = [];

    public static Type Of(object value)
    {
        Type type = value.GetType();
        return type.IsPrimitive || type == typeof(string)
            ? type
            : Known.GetValue(type, static type => OfSystem.Is(type) ? PublicOf(type) : UnnamedTypes.ListOf(type) ?? type);
    }

    private static Type PublicOf(Type type)
    {
        for (Type? next = type; next is not null; next = next.BaseType)
        {
            Type definition = next.IsConstructedGenericType ? next.GetGenericTypeDefinition() : next;
            if (definition == typeof(Encoding) || definition == typeof(IPAddress) || definition == typeof(JsonValue) || definition == typeof(FrozenSet<>)
                || definition == typeof(FrozenDictionary<,>))
            {
                return next;
            }
        }

        return type;
    }
}
