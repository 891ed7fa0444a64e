namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Recognizes the values that a new slot already has, which are not written: values of simple types whose bits are all zero. <c>Equals</c> is not called: it
/// may treat -0.0 as 0.0, or throw.
/// </summary>
internal static class ZeroValues
{
    public static bool Is(object value, Type declared) => declared.IsValueType && Nullable.GetUnderlyingType(declared) is null && value switch
    {
        bool truth => !truth,
        int number => number == 0,
        long number => number == 0,
        byte number => number == 0,
        sbyte number => number == 0,
        short number => number == 0,
        ushort number => number == 0,
        uint number => number == 0,
        ulong number => number == 0,
        char character => character == 0,
        double number => BitConverter.DoubleToInt64Bits(number) == 0,
        float number => BitConverter.SingleToInt32Bits(number) == 0,
        Guid id => id == Guid.Empty,
        TimeSpan span => span.Ticks == 0,
        Enum constant => constant.GetType().Assembly != typeof(ZeroValues).Assembly
            && Convert.ToDecimal(constant, System.Globalization.CultureInfo.InvariantCulture) == 0m,
        _ => false,
    };
}
