using System.Diagnostics;
using System.Reflection;
using System.Text.RegularExpressions;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Evaluates the <see cref="DebuggerDisplayAttribute"/> of a type as a debugger does: finds members by name, regardless of their visibility.</summary>
internal static partial class DebuggerDisplay
{
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>Returns the text for an object. Fails if its type has no such attribute, or if the attribute names a missing member.</summary>
    public static string Of(object value)
    {
        DebuggerDisplayAttribute? display = value.GetType().GetCustomAttribute<DebuggerDisplayAttribute>(inherit: true);
        Assert.True(display is not null, $"'{value.GetType()}' says nothing to a debugger.");
        return Expression().Replace(display.Value, match => MemberOf(value.GetType(), match.Groups[1].Value).GetValue(value)?.ToString() ?? "null");
    }

    /// <summary>Returns the properties that the attribute of the type names.</summary>
    public static IEnumerable<PropertyInfo> MembersOf(Type type) =>
        type.GetCustomAttribute<DebuggerDisplayAttribute>(inherit: false) is { } display
            ? Expression().Matches(display.Value).Select(match => MemberOf(type, match.Groups[1].Value))
            : [];

    private static PropertyInfo MemberOf(Type type, string name)
    {
        PropertyInfo? member = type.GetProperty(name, Any);
        Assert.True(member is not null, $"What '{type}' says to a debugger names '{name}', which it does not have.");
        return member;
    }

    [GeneratedRegex(@"\{(\w+)(?:,nq)?\}")]
    private static partial Regex Expression();
}
