using System.Reflection;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Workflow.Persistence;

/// <summary>Makes the contracts of System.Text.Json lose nothing: what cannot be read back is read back another way, or refused when it is written.</summary>
internal static class JsonContracts
{
    public static void Complete(JsonTypeInfo info, TypeRegistry types)
    {
        if (info.Kind != JsonTypeInfoKind.Object)
        {
            return;
        }

        foreach (JsonPropertyInfo property in info.Properties)
        {
            CompleteSetter(property);
        }

        if (!info.Type.IsSealed && !info.Type.IsValueType && info.PolymorphismOptions is null)
        {
            CompleteDerivedTypes(info, types);
        }
    }

    /// <summary>A setter that is not public is one all the same.</summary>
    private static void CompleteSetter(JsonPropertyInfo property)
    {
        if (property.Set is null && property.AttributeProvider is PropertyInfo { DeclaringType: { } declaring } reflected
            && declaring.GetProperty(reflected.Name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly)?.SetMethod is { } setter)
        {
            // Only where it is declared a property shows a setter that is not public.
            property.Set = (target, value) => setter.Invoke(target, [value]);
        }
    }

    /// <summary>By itself the serializer would write only what the base class has of an object of a derived one.</summary>
    private static void CompleteDerivedTypes(JsonTypeInfo info, TypeRegistry types)
    {
        JsonPolymorphismOptions options = new() { UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FailSerialization };
        if (!info.Type.IsAbstract)
        {
            options.DerivedTypes.Add(new JsonDerivedType(info.Type));
        }

        foreach ((string alias, Type derived) in types.DerivedFrom(info.Type))
        {
            options.DerivedTypes.Add(new JsonDerivedType(derived, alias));
        }

        if (options.DerivedTypes.Count > 0)
        {
            info.PolymorphismOptions = options;
        }
        else
        {
            info.OnSerializing = value => throw new NotSupportedException(
                $"The type '{value.GetType()}' has no alias, which it needs where '{info.Type}' is declared; add it to a TypeRegistry among the extensions.");
        }
    }
}
