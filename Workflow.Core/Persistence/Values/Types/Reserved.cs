namespace Workflow.Persistence;

/// <summary>Reserved names of members, which are not members of the value.</summary>
internal static class Reserved
{
    /// <summary>The type of a value that is not of the declared type.</summary>
    public const string Type = "@type";

    /// <summary>The value itself, if it has no members.</summary>
    public const string Value = "@value";

    /// <summary>The number of an object that was written before.</summary>
    public const string Same = "@same";

    /// <summary>The comparer of a collection.</summary>
    public const string Comparer = "@comparer";

    /// <summary>The elements of a collection that has other members too.</summary>
    public const string Items = "@items";

    /// <summary>The tag of an object of the workflow.</summary>
    public const string Workflow = "@";

    private const char Sign = '@';

    /// <summary>Escapes a name of the application that looks like a reserved name.</summary>
    public static string Escape(string name) => name.StartsWith(Sign) ? Sign + name : name;

    public static string Unescape(string name) => name.StartsWith("@@", StringComparison.Ordinal) ? name[1..] : name;
}
