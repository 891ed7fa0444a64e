using System.Collections.Specialized;
using System.Drawing;
using System.Globalization;
using System.Numerics;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Numbers, compared by their bits where equal values have several representations.</summary>
internal static class NumberCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("bool", true),
        Exact("bool false", false),
        Exact("byte", byte.MaxValue),
        Exact("sbyte", sbyte.MinValue),
        Exact("short", short.MinValue),
        Exact("ushort", ushort.MaxValue),
        Exact("int", int.MinValue),
        Exact("int zero", 0),
        Exact("uint", uint.MaxValue),
        Exact("long", long.MinValue),
        Exact("long large", long.MaxValue),
        Exact("ulong", ulong.MaxValue),
        Exact("Int128", Int128.MinValue),
        Exact("UInt128", UInt128.MaxValue),
        Exact("char", '\0'),
        Exact("char half of a pair", '\uDC00'),
        .. Doubles(),
        .. Singles(),
        .. Decimals(),
        .. Halves(),
        Exact("BigInteger", BigInteger.Pow(-7, 301)),
        Exact("BigInteger zero", BigInteger.Zero),
        Exact("Complex", () => new Complex(-0.0, double.NaN), value => (Bits(value.Real), Bits(value.Imaginary))),
        Exact("enum", DayOfWeek.Friday),
        Exact("enum without name", (DayOfWeek)77),
        Exact("enum flags", Flags.A | Flags.C),
        Exact("enum ulong", Wide.Most),
        Exact("enum sbyte", Narrow.Least),
        Exact("enum without name negative", (DayOfWeek)(-77)),
        Exact<DayOfWeek?>("nullable enum negative", (DayOfWeek)(-1)),
        Exact<int?>("nullable", 5),
        Exact<int?>("nullable zero", 0),
        Exact<int?>("nullable null", null),
        Exact<DayOfWeek?>("nullable enum", DayOfWeek.Monday),
        Exact<decimal?>("nullable decimal", 0.00m),
        Exact("Vector2", new Vector2(1.5f, -2)),
        Exact("Vector3", new Vector3(1, 2, 3)),
        Exact("Vector4", new Vector4(1, 2, 3, 4)),
        Exact("Quaternion", new Quaternion(1, 2, 3, 4)),
        Exact("Matrix3x2", new Matrix3x2(1, 2, 3, 4, 5, 6)),
        Exact("Point", new Point(1, -2)),
        Exact("PointF", new PointF(1.5f, -2)),
        Exact("Size", new Size(3, 4)),
        Exact("SizeF", new SizeF(3.5f, 4)),
        Exact("Rectangle", new Rectangle(1, 2, 3, 4)),
        Exact("RectangleF", new RectangleF(1, 2, 3, 4.5f)),
        Exact("BitVector32", new BitVector32(-5)),
        Exact("Index", Index.FromEnd(3)),
        Exact("Index from start", Index.FromStart(0)),
        Exact("Range", 1..^2),
        Exact("Range all", Range.All),
        Refused<IntPtr>("IntPtr", () => 5, "another process"),
        Refused<UIntPtr>("UIntPtr", () => 5, "another process"),
    ];

    private static IEnumerable<ValueCase> Doubles() =>
        from number in new[]
        {
            0.1, -0.0, 0.0, double.Epsilon, double.MaxValue, double.NaN, double.PositiveInfinity, double.NegativeInfinity,
            BitConverter.Int64BitsToDouble(0x7FF8_0000_0000_0123)
        }
        select Exact($"double {Bits(number):x}", () => number, value => Bits(value));

    private static IEnumerable<ValueCase> Singles() =>
        from number in new[] { 0.1f, -0.0f, 0f, float.Epsilon, float.MinValue, float.NaN, float.PositiveInfinity, float.NegativeInfinity }
        select Exact($"float {BitConverter.SingleToInt32Bits(number):x}", () => number, value => BitConverter.SingleToInt32Bits(value));

    private static IEnumerable<ValueCase> Decimals() =>
        from text in new[]
        {
            "0", "0.00", "1.10", "79228162514264337593543950335", "-79228162514264337593543950335", "0.0000000000000000000000000001", "-0", "-0.000"
        }
        let number = text.StartsWith("-0", StringComparison.Ordinal)
            ? new decimal(0, 0, 0, true, (byte)Math.Max(0, text.Length - 3))
            : decimal.Parse(text, CultureInfo.InvariantCulture)
        select Exact($"decimal {text}", () => number, value => string.Join(',', decimal.GetBits(value)));

    private static IEnumerable<ValueCase> Halves() =>
        from number in new[] { Half.MinValue, Half.Epsilon, Half.NaN, Half.NegativeZero }
        select Exact($"Half {BitConverter.HalfToInt16Bits(number)}", () => number, value => BitConverter.HalfToInt16Bits(value));

    private static long Bits(double number) => BitConverter.DoubleToInt64Bits(number);

    [Flags]
    private enum Flags
    {
        A = 1,
        B = 2,
        C = 4,
    }

    private enum Wide : ulong
    {
        Most = ulong.MaxValue,
    }

    private enum Narrow : sbyte
    {
        Least = sbyte.MinValue,
    }
}
