using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules.Documents;

/// <summary>The XML names in documents with rules.</summary>
internal static class RuleMarkup
{
    public const string Model = "http://schemas.microsoft.com/winfx/2006/xaml/workflow";
    public const string Xaml = "http://schemas.microsoft.com/winfx/2006/xaml";
    public const string Xmlns = "http://www.w3.org/2000/xmlns/";
    public const string CodeDom = "clr-namespace:System.CodeDom;Assembly=System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
    public const string Values = "clr-namespace:System;Assembly=mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
    public const string Null = "Null";
    public const string NullExtension = "NullExtension";
    public const string Escape = "{}";

    private const string ClrPrefix = "clr-namespace:";

    /// <summary>Returns the kind of node that an element names; null if it names none.</summary>
    public static NodeKind? KindOf(string space, string name) => space == Model
        ? ModelKinds.Of(name)
        : ClrNamespace(space) switch
        {
            "System.CodeDom" => NodeKinds.OfCodeDom(name),
            "System.Workflow.Activities.Rules" or "Workflow.Interop.Legacy.Activities.Rules" => ModelKinds.Of(name),
            _ => null,
        };

    public static bool IsValue(string space, string name) => ClrNamespace(space) == "System" && PrimitiveValues.IsName(name);

    /// <summary>Escapes a text whose beginning would be read as markup.</summary>
    public static string WithEscape(string text) => text.StartsWith('{') ? Escape + text : text;

    public static string WithoutEscape(string text) => text.StartsWith(Escape, StringComparison.Ordinal) ? text[Escape.Length..] : text;

    /// <summary>Returns the namespace without the assembly, which is ignored.</summary>
    private static string ClrNamespace(string space)
    {
        if (!space.StartsWith(ClrPrefix, StringComparison.Ordinal))
        {
            return string.Empty;
        }

        int end = space.IndexOf(';', StringComparison.Ordinal);
        return end < 0 ? space[ClrPrefix.Length..] : space[ClrPrefix.Length..end];
    }
}
