namespace Workflow.Persistence;

/// <summary>Reserved names of JSON members, which are not members of the saved value.</summary>
internal static class Reserved
{
    /// <summary>The tag of a value whose type is not the declared type.</summary>
    public const string Type = "@type";

    /// <summary>The value itself, if it is not written as members of a JSON object.</summary>
    public const string Value = "@value";

    /// <summary>The number of an object that was written before.</summary>
    public const string Same = "@same";

    /// <summary>The comparer of a collection.</summary>
    public const string Comparer = "@comparer";

    /// <summary>The elements of a collection that also has other members.</summary>
    public const string Items = "@items";

    /// <summary>The value of <see cref="Type"/> for an object of the workflow.</summary>
    public const string Workflow = "@";

    private const char Sign = '@';

    /// <summary>Escapes a name of the application that looks like a reserved name.</summary>
    public static string Escape(string name) => name.StartsWith(Sign) ? Sign + name : name;

    public static string Unescape(string name) => name.StartsWith("@@", StringComparison.Ordinal) ? name[1..] : name;
}
