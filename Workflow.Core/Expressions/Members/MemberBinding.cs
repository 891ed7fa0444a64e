using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The use of a member by an activity.</summary>
internal enum MemberUse
{
    /// <summary>The activity returns the value of the member.</summary>
    Read,

    /// <summary>The activity returns the location of the member in an object.</summary>
    Refer,

    /// <summary>The activity returns the location of the member in a struct that is in another location.</summary>
    ReferToPart,
}

/// <summary>Finds the member that an activity uses. A problem becomes a validation error of the definition.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
internal static class MemberBinding
{
    /// <summary>Finds a field; null after an error.</summary>
    public static Accessor<TOwner, T>? BindField<TOwner, T>(this CodeActivityMetadata metadata, string? name, MemberUse use) =>
        Bind<TOwner, T>(metadata, "Field", name, static name => MemberSearch.Field(typeof(TOwner), name), use);

    /// <summary>Finds a property; null after an error.</summary>
    public static Accessor<TOwner, T>? BindProperty<TOwner, T>(this CodeActivityMetadata metadata, string? name, MemberUse use) =>
        Bind<TOwner, T>(metadata, "Property", name, static name => MemberSearch.Property(typeof(TOwner), name), use);

    /// <summary>Finds an indexer; null after an error.</summary>
    public static Accessor<TOwner, T>? BindIndexer<TOwner, T>(this CodeActivityMetadata metadata, InArgument[] indices, MemberUse use)
    {
        Type[] types = Array.ConvertAll(indices, static index => index.ArgumentType);
        string? problem = null;
        PropertyInfo? indexer = null;
        if (indices.Length == 0)
        {
            problem = "No item is named; add the indices.";
        }
        else if ((indexer = MemberSearch.Indexer(typeof(TOwner), types, typeof(T))) is null)
        {
            string given = string.Join(", ", types.Select(static type => $"'{type}'"));
            problem = $"'{typeof(TOwner)}' has no public indexer, or more than one, of type '{typeof(T)}' that takes {given}; correct the types of the indices or of the item.";
        }

        return Finish<TOwner, T>(metadata, indexer, problem ?? Examine<TOwner, T>("indexer", "Indexer", indexer!, use));
    }

    private static Accessor<TOwner, T>? Bind<TOwner, T>(
        CodeActivityMetadata metadata, string kind, string? name, Func<string, MemberInfo?> find, MemberUse use)
    {
        string noun = kind == "Field" ? "field" : "property";
        MemberInfo? member = null;
        string? problem = null;
        if (string.IsNullOrEmpty(name))
        {
            problem = $"No {noun} is named; set {kind}Name.";
        }
        else if ((member = find(name)) is null)
        {
            problem = $"'{typeof(TOwner)}' has no public {noun} '{name}'; correct {kind}Name or the type of the operand.";
        }

        return Finish<TOwner, T>(metadata, member, problem ?? Examine<TOwner, T>(noun, kind, member!, use));
    }

    private static Accessor<TOwner, T>? Finish<TOwner, T>(CodeActivityMetadata metadata, MemberInfo? member, string? problem)
    {
        if (problem is null)
        {
            return Accessor<TOwner, T>.Of(member!);
        }

        metadata.AddValidationError(problem);
        return null;
    }

    private static string? Examine<TOwner, T>(string noun, string kind, MemberInfo member, MemberUse use)
    {
        Type owner = typeof(TOwner);
        Type type = MemberTraits.TypeOf(member);
        string subject = $"The {noun} '{member.Name}' of '{owner}'";
        if (use == MemberUse.Read)
        {
            return !MemberTraits.IsReadable(member) ? $"{subject} has no public getter; give it one."
                : type != typeof(T) && (type.IsValueType || !typeof(T).IsAssignableFrom(type))
                    ? $"{subject} is a '{type}' and cannot be read as a '{typeof(T)}'; correct the type of the result."
                    : null;
        }

        if (type != typeof(T))
        {
            return $"{subject} is a '{type}' and cannot be referred to as a '{typeof(T)}'; the types must be equal.";
        }

        if (!MemberTraits.IsWritable(member))
        {
            return $"{subject} cannot be written; make it writable, or read its value.";
        }

        return use == MemberUse.ReferToPart && !owner.IsValueType ? $"'{owner}' is not a value type; use {kind}Reference."
            : use == MemberUse.Refer && owner.IsValueType && !MemberTraits.IsStatic(member)
                ? $"'{owner}' is a value type, and what is written to a copy of it is lost; use ValueType{kind}Reference."
                : null;
    }
}
