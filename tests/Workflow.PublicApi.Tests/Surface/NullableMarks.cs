using System.Reflection;

namespace Workflow.PublicApi.Tests.Surface;

/// <summary>
/// The nullable annotations of one signature in the order in which the compiler writes them: one for each reference type, array,
/// type parameter and generic value type. The reader of the framework cannot distinguish <c>T</c> from <c>T?</c>.
/// </summary>
internal sealed class NullableMarks
{
    private const string Marks = "System.Runtime.CompilerServices.NullableAttribute";
    private const string Context = "System.Runtime.CompilerServices.NullableContextAttribute";
    private const byte Annotated = 2;

    private readonly byte[] _marks;
    private readonly byte _default;
    private int _next;

    private NullableMarks(IEnumerable<CustomAttributeData> own, params IEnumerable<MemberInfo?> contexts)
    {
        object? value = Find(own, Marks);
        _marks = value is IReadOnlyCollection<CustomAttributeTypedArgument> each ? [.. each.Select(mark => (byte)mark.Value!)] : [];
        _default = value as byte?
            ?? contexts.Select(context => Find(context?.CustomAttributes, Context) as byte?).FirstOrDefault(mark => mark is not null)
            ?? 0;
    }

    public static NullableMarks Of(ParameterInfo parameter) =>
        new(parameter.CustomAttributes, [parameter.Member, .. Chain(parameter.Member.DeclaringType)]);

    public static NullableMarks Of(MemberInfo member) => new(member.CustomAttributes, Chain(member.DeclaringType));

    /// <summary>Reads the next annotation. True if the type has a question mark.</summary>
    public bool Next() => (_next < _marks.Length ? _marks[_next++] : _default) == Annotated;

    private static IEnumerable<Type> Chain(Type? type)
    {
        for (; type is not null; type = type.DeclaringType)
        {
            yield return type;
        }
    }

    private static object? Find(IEnumerable<CustomAttributeData>? attributes, string name) =>
        attributes?.FirstOrDefault(attribute => attribute.AttributeType.FullName == name)?.ConstructorArguments[0].Value;
}
