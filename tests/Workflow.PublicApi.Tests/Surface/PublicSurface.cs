using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;

namespace Workflow.PublicApi.Tests.Surface;

/// <summary>Renders the public API of an assembly as text: the types in ordinal order, and each member on one line.</summary>
internal static partial class PublicSurface
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public static string Of(IEnumerable<Type> types)
    {
        StringBuilder text = new();
        foreach (Type type in types.Where(IsVisible).OrderBy(type => Key(type.FullName!), StringComparer.Ordinal))
        {
            text.Append(Head(type)).Append('\n');
            foreach (string line in Members(type))
            {
                text.Append("  ").Append(line).Append('\n');
            }

            text.Append('\n');
        }

        return text.ToString().TrimEnd('\n') + "\n";
    }

    private static bool IsVisible(Type type) =>
        type.IsPublic || (type.IsNested && (type.IsNestedPublic || type.IsNestedFamily || type.IsNestedFamORAssem) && IsVisible(type.DeclaringType!));

    private static string Head(Type type)
    {
        string attributes = AttributeText.Of(type.CustomAttributes);
        string name = TypeText.Declaration(type);
        if (typeof(MulticastDelegate).IsAssignableFrom(type))
        {
            return $"{attributes}delegate {MemberText.Of(type.GetMethod("Invoke")!).Replace("virtual ", string.Empty, StringComparison.Ordinal).Replace(" Invoke(", $" {name}(", StringComparison.Ordinal)}{MemberText.Constraints(type.GetGenericArguments())}";
        }

        string bases = string.Join(", ", Bases(type));
        return $"{attributes}{(type.IsNestedFamily || type.IsNestedFamORAssem ? "protected " : string.Empty)}{Kind(type)} {name}{(bases.Length == 0 ? string.Empty : $" : {bases}")}{MemberText.Constraints(type.GetGenericArguments())}";
    }

    private static string Kind(Type type)
    {
        if (type.IsInterface)
        {
            return "interface";
        }

        if (type.IsEnum)
        {
            return "enum";
        }

        if (type.IsValueType)
        {
            bool isReadOnly = type.IsDefined(typeof(System.Runtime.CompilerServices.IsReadOnlyAttribute));
            return (isReadOnly ? "readonly " : string.Empty) + (type.IsByRefLike ? "ref struct" : "struct");
        }

        return type.IsAbstract && type.IsSealed ? "static class" : type.IsAbstract ? "abstract class" : type.IsSealed ? "sealed class" : "class";
    }

    private static IEnumerable<string> Bases(Type type)
    {
        if (type.IsEnum)
        {
            Type underlying = Enum.GetUnderlyingType(type);
            return underlying == typeof(int) ? [] : [TypeText.Use(underlying)];
        }

        IEnumerable<string> interfaces = type.GetInterfaces()
            .Where(implemented => IsVisible(implemented) && type.BaseType?.GetInterfaces().Contains(implemented) != true)
            .Select(implemented => TypeText.Use(implemented))
            .Order(StringComparer.Ordinal);
        return type.BaseType is { } parent && parent != typeof(object) && parent != typeof(ValueType)
            ? interfaces.Prepend(TypeText.Use(parent))
            : interfaces;
    }

    private static IEnumerable<string> Members(Type type)
    {
        if (typeof(MulticastDelegate).IsAssignableFrom(type))
        {
            return [];
        }

        if (type.IsEnum)
        {
            return Enum.GetNames(type).Select(name => $"{name} = {ValueText.Of(type.GetField(name)!.GetRawConstantValue())}");
        }

        return
        [
            .. Sorted(type.GetConstructors(Declared & ~BindingFlags.Static).Where(MemberText.IsVisible), MemberText.Of),
            .. Sorted(type.GetFields(Declared).Where(field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly), MemberText.Of),
            .. Sorted(
                type.GetProperties(Declared).Where(property => MemberText.IsVisible(property.GetMethod) || MemberText.IsVisible(property.SetMethod)),
                MemberText.Of),
            .. Sorted(type.GetEvents(Declared).Where(declared => MemberText.IsVisible(declared.AddMethod)), MemberText.Of),
            .. Sorted(type.GetMethods(Declared).Where(method => MemberText.IsVisible(method) && !IsAccessor(method)), MemberText.Of),
        ];
    }

    /// <summary>Sorts by name and not by text, so that overloads stay together even if their attributes differ.</summary>
    private static IEnumerable<string> Sorted<T>(IEnumerable<T> members, Func<T, string> render)
        where T : MemberInfo => members
            .Select(member => (member.Name, Text: render(member)))
            .OrderBy(member => Key(member.Name), StringComparer.Ordinal)
            .ThenBy(member => member.Text, StringComparer.Ordinal)
            .Select(member => member.Text);

    /// <summary>Returns a key that sorts Argument2 before Argument10, and a generic type next to the non-generic type of the same name.</summary>
    private static string Key(string name) => Number().Replace(name.Replace('`', '!'), number => number.Value.PadLeft(4, '0'));

    [GeneratedRegex(@"\d+")]
    private static partial Regex Number();

    private static bool IsAccessor(MethodInfo method) => method.IsSpecialName && !method.Name.StartsWith("op_", StringComparison.Ordinal);
}
