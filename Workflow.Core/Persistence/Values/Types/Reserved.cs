namespace Workflow.Persistence;

/// <summary>Names of members that are none of the value's own.</summary>
internal static class Reserved
{
    /// <summary>The type of a value that is not of the declared one.</summary>
    public const string Type = "@type";

    /// <summary>The value itself, where it has no members.</summary>
    public const string Value = "@value";

    /// <summary>The number of an object that was written before.</summary>
    public const string Same = "@same";

    /// <summary>How a collection compares.</summary>
    public const string Comparer = "@comparer";

    /// <summary>What a collection holds that has other members too.</summary>
    public const string Items = "@items";

    /// <summary>The tag of what belongs to the workflow.</summary>
    public const string Workflow = "@";

    private const char Sign = '@';

    /// <summary>A name of an author's as it is written.</summary>
    public static string Escape(string name) => name.StartsWith(Sign) ? Sign + name : name;

    public static string Unescape(string name) => name.StartsWith("@@", StringComparison.Ordinal) ? name[1..] : name;
}
