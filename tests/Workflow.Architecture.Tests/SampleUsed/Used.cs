// The types that SampleUser mentions, one for each kind of mention. The two folders test that the reader finds all kinds.
namespace Workflow.Architecture.Tests.SampleUsed;

internal interface IUsedInterface;

internal interface IUsedConstraint;

internal delegate void UsedDelegate();

internal enum UsedEnum
{
    One,
}

internal class UsedBase;

internal sealed class UsedField;

internal sealed class UsedParameter;

internal sealed class UsedReturn;

internal sealed class UsedLocal;

internal sealed class UsedGenericArgument;

internal sealed class UsedArrayElement;

internal sealed class UsedMethodArgument;

internal sealed class UsedTypeOf;

internal sealed class UsedInAttribute;

internal sealed class UsedByAsync;

internal sealed class UsedByLambda;

internal sealed class UsedException : Exception;

internal sealed class UsedOuter
{
    internal sealed class Nested;
}

internal static class UsedStatic
{
    public static int Count { get; set; }
}

internal static class UsedGeneric<T>
{
    public static T? Value { get; set; }
}

[AttributeUsage(AttributeTargets.All)]
internal sealed class UsedAttribute : Attribute;
