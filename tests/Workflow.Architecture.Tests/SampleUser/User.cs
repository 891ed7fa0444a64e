using System.ComponentModel;
using Workflow.Architecture.Tests.SampleUsed;

namespace Workflow.Architecture.Tests.SampleUser;

[Used]
[TypeConverter(typeof(UsedInAttribute))]
internal sealed class User : UsedBase, IUsedInterface
{
    internal UsedField? Field { get; set; }

    public static UsedDelegate? Handler { get; set; }

    public static UsedReturn? Signature<T>(UsedParameter? parameter, List<Dictionary<string, UsedGenericArgument>> list, UsedArrayElement[] array)
        where T : IUsedConstraint => parameter is null && list.Count == 0 && array.Length == 0 ? null : new UsedReturn();

    public static object? Body(UsedOuter.Nested? nested)
    {
        UsedLocal? local = null;
        try
        {
            UsedStatic.Count++;
            UsedGeneric<int>.Value = 1;
            return Array.Empty<UsedMethodArgument>().Length == 0 ? typeof(UsedTypeOf) : local ?? (object?)nested;
        }
        catch (UsedException)
        {
            return (UsedEnum)UsedStatic.Count;
        }
    }

    public static async Task<Func<bool>> Generated(object value)
    {
        await Task.Yield();
        bool isUsed = value is UsedByAsync;
        return () => isUsed && value is UsedByLambda;
    }
}
