using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>The comparers of collections: comparers of .NET that have a name, and objects of classes that have an alias.</summary>
internal static class Comparers
{
    private const string Ordinal = "ordinal", OrdinalIgnoreCase = "ordinalIgnoreCase", Reference = "reference", Culture = "culture ", Default = "default";

    private const string Advice = "is the comparer of a collection and cannot be saved; use the default comparer or a StringComparer, or a comparer class of your own with an alias in a TypeRegistry among the extensions of the host";

    /// <summary>Returns the comparer; null for the default comparer of the type.</summary>
    public static object? Unless<T>(IEqualityComparer<T>? comparer) =>
        comparer is null || ReferenceEquals(comparer, EqualityComparer<T>.Default) ? null : comparer;

    /// <summary>Returns the comparer; null for the default comparer of the type.</summary>
    public static object? Unless<T>(IComparer<T>? comparer) => comparer is null || ReferenceEquals(comparer, Comparer<T>.Default) ? null : comparer;

    public static void Write(object comparer, ValueWriter writer)
    {
        if (NameOf(comparer) is { } name)
        {
            writer.Json.WriteStringValue(name);
            return;
        }

        if (!writer.Types.TryGetAlias(comparer.GetType(), out _))
        {
            throw new UnsavableValueException(comparer.GetType(), Advice);
        }

        writer.Write(comparer, typeof(object));
    }

    public static object? Read(JsonElement json, ValueReader reader) =>
        json.ValueKind == JsonValueKind.String ? Named(json.GetString()!) : reader.Read(json, typeof(object));

    /// <summary>
    /// Returns true if two comparers are equivalent: if they have the same name, or are objects of one class with the same fields. Identity is not
    /// required, because a constructor may create a new comparer each time.
    /// </summary>
    public static bool AreSame(object? one, object? other)
    {
        if (ReferenceEquals(one, other))
        {
            return true;
        }

        if (one is null || other is null || one.GetType() != other.GetType())
        {
            return false;
        }

        return NameOf(one) is { } name
            ? name == NameOf(other)
            : Array.TrueForAll(
                one.GetType().GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic),
                field => IsSame(field.GetValue(one), field.GetValue(other)));
    }

    private static bool IsSame(object? one, object? other) => ReferenceEquals(one, other) || (one is Delegate or string or ValueType && one.Equals(other));

    private static string? NameOf(object comparer)
    {
        if (comparer is ReferenceEqualityComparer)
        {
            return Reference;
        }

        if (comparer is not IEqualityComparer<string?> texts)
        {
            return ReferenceEquals(comparer, Comparer.Default) ? Default : null;
        }

        return StringComparer.IsWellKnownOrdinalComparer(texts, out bool ignoresCase) ? (ignoresCase ? OrdinalIgnoreCase : Ordinal)
            : StringComparer.IsWellKnownCultureAwareComparer(texts, out CompareInfo? culture, out CompareOptions options)
                ? string.Create(CultureInfo.InvariantCulture, $"{Culture}{(int)options} {culture.Name}")
            : null;
    }

    private static object Named(string name) => name switch
    {
        Ordinal => StringComparer.Ordinal,
        OrdinalIgnoreCase => StringComparer.OrdinalIgnoreCase,
        Reference => ReferenceEqualityComparer.Instance,
        Default => Comparer.Default,
        _ when name.StartsWith(Culture, StringComparison.Ordinal) && name[Culture.Length..].Split(' ', 2) is [string options, string culture] =>
            StringComparer.Create(CultureInfo.GetCultureInfo(culture), (CompareOptions)int.Parse(options, CultureInfo.InvariantCulture)),
        _ => throw new JsonException($"The comparer '{name}' is not known."),
    };
}
