using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Workflow.PublicApi.Tests.Surface;

/// <summary>Renders the attributes that affect the code of users or the choices of the compiler.</summary>
internal static class AttributeText
{
    private static readonly HashSet<Type> Relevant =
    [
        typeof(ObsoleteAttribute), typeof(OverloadResolutionPriorityAttribute), typeof(AttributeUsageAttribute), typeof(FlagsAttribute),
        typeof(ExperimentalAttribute), typeof(RequiresDynamicCodeAttribute), typeof(RequiresUnreferencedCodeAttribute),
        typeof(DynamicallyAccessedMembersAttribute), typeof(NotNullWhenAttribute), typeof(MaybeNullWhenAttribute), typeof(MaybeNullAttribute),
        typeof(NotNullAttribute), typeof(AllowNullAttribute), typeof(DisallowNullAttribute), typeof(DoesNotReturnAttribute),
        typeof(CallerArgumentExpressionAttribute), typeof(CallerMemberNameAttribute), typeof(System.ComponentModel.EditorBrowsableAttribute),
        typeof(System.ComponentModel.DefaultValueAttribute), typeof(SetsRequiredMembersAttribute),
    ];

    /// <summary>Returns a text such as <c>[Obsolete("...")] </c> with a trailing blank; empty if no attribute is relevant.</summary>
    public static string Of(IEnumerable<CustomAttributeData> attributes, string target = "") => string.Concat(
        attributes.Where(IsRelevant).Select(attribute => $"[{target}{Name(attribute)}{Arguments(attribute)}] ").Order(StringComparer.Ordinal));

    /// <summary>True for public attributes of this library, and for the listed attributes of the framework.</summary>
    private static bool IsRelevant(CustomAttributeData attribute) =>
        Relevant.Contains(attribute.AttributeType)
        || (attribute.AttributeType.Assembly.GetName().Name!.StartsWith("Workflow.", StringComparison.Ordinal) && attribute.AttributeType.IsPublic);

    private static string Name(CustomAttributeData attribute)
    {
        string name = attribute.AttributeType.Name;
        return name.EndsWith("Attribute", StringComparison.Ordinal) ? name[..^"Attribute".Length] : name;
    }

    private static string Arguments(CustomAttributeData attribute)
    {
        string[] texts =
        [
            .. attribute.ConstructorArguments.Select(Value),
            .. attribute.NamedArguments
                .OrderBy(argument => argument.MemberName, StringComparer.Ordinal)
                .Select(argument => $"{argument.MemberName} = {Value(argument.TypedValue)}"),
        ];
        return texts.Length == 0 ? string.Empty : $"({string.Join(", ", texts)})";
    }

    private static string Value(CustomAttributeTypedArgument argument) => argument.Value switch
    {
        IReadOnlyCollection<CustomAttributeTypedArgument> items => $"[{string.Join(", ", items.Select(Value))}]",
        Type type => $"typeof({TypeText.Use(type)})",
        object value when argument.ArgumentType.IsEnum => ValueText.Of(Enum.ToObject(argument.ArgumentType, value)),
        object value => ValueText.Of(value),
        null => "null",
    };
}
