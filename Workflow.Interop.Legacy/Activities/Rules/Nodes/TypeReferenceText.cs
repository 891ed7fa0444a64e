using System.CodeDom;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;
using System.Text;

namespace Workflow.Interop.Legacy.Activities.Rules.Nodes;

/// <summary>
/// Converts type references to and from a single text, with or without assembly names. The designer of WF3 writes type references in this form.
/// </summary>
internal static class TypeReferenceText
{
    /// <summary>The maximum length of a text. A generic type of WF3 has about 100 characters for each type argument.</summary>
    public const int Longest = 10_000;

    /// <summary>The maximum length of a name without type arguments, which CodeDom parses recursively.</summary>
    public const int LongestName = 1000;

    private const int MostParts = 100;

    // The key of the user data in which WF3 keeps the text with the assembly.
    private const string QualifiedName = "QualifiedName";

    /// <summary>Returns the reference for a text, and keeps the text in the reference; null if the text is too long.</summary>
    public static CodeTypeReference? Parse(string text)
    {
        if (text.Length > Longest)
        {
            return null;
        }

        CodeTypeReference? reference =
            TypeName.TryParse(text, out TypeName? name, new TypeNameParseOptions { MaxNodes = MostParts }) && IsPlain(name) ? ReferenceTo(name)
            : text.Length > LongestName ? null : new CodeTypeReference(text);
        if (reference is not null)
        {
            reference.UserData[QualifiedName] = text;
        }

        return reference;
    }

    /// <summary>Returns the text of a reference; null if no text is read as an equal reference.</summary>
    public static string? Of(CodeTypeReference reference)
    {
        if (reference.UserData[QualifiedName] is string text && Gives(text, reference))
        {
            return text;
        }

        StringBuilder name = new();
        Append(name, reference);
        text = name.ToString();
        return text.Length > 0 && text[0] != '{' && Gives(text, reference) ? text : null;
    }

    /// <summary>Copies the text that a reference keeps to another reference.</summary>
    public static void Copy(CodeTypeReference from, CodeTypeReference to)
    {
        if (from.UserData[QualifiedName] is string text)
        {
            to.UserData[QualifiedName] = text;
        }
    }

    private static bool Gives(string text, CodeTypeReference reference) => Parse(text) is { } read && NodeTree.AreEqual(read, reference);

    private static bool IsPlain(TypeName name) =>
        name.IsSimple ? name.FullName.Length <= LongestName
        : name.IsArray ? IsPlain(name.GetElementType())
        : name.IsConstructedGenericType && IsPlain(name.GetGenericTypeDefinition()) && name.GetGenericArguments().All(IsPlain);

    private static CodeTypeReference ReferenceTo(TypeName name)
    {
        if (name.IsArray)
        {
            return new CodeTypeReference(ReferenceTo(name.GetElementType()), name.GetArrayRank());
        }

        CodeTypeReference reference = new(name.IsConstructedGenericType ? name.GetGenericTypeDefinition().FullName : name.FullName);
        if (name.IsConstructedGenericType)
        {
            reference.TypeArguments.AddRange([.. name.GetGenericArguments().Select(ReferenceTo)]);
        }

        return reference;
    }

    private static void Append(StringBuilder text, CodeTypeReference reference)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        if (reference.ArrayElementType is { } item)
        {
            Append(text, item);
            text.Append('[').Append(',', Math.Max(0, reference.ArrayRank - 1)).Append(']');
            return;
        }

        text.Append(reference.BaseType);
        for (int i = 0; i < reference.TypeArguments.Count; i++)
        {
            text.Append(i == 0 ? '[' : ',');
            Append(text, reference.TypeArguments[i]);
        }

        if (reference.TypeArguments.Count > 0)
        {
            text.Append(']');
        }
    }
}
