using System.Globalization;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Dates and times, including their kinds and offsets.</summary>
internal static class TimeCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("Guid", new Guid("11111111-2222-3333-4444-555555555555")),
        Exact("Guid empty", Guid.Empty),
        .. Times(),
        Exact("DateTimeOffset", () => new DateTimeOffset(2026, 1, 2, 3, 4, 5, 678, TimeSpan.FromHours(-3.5)).AddTicks(9), ShowOffset),
        Exact("DateTimeOffset least", () => DateTimeOffset.MinValue, ShowOffset),
        Exact("DateTimeOffset least with offset", () => new DateTimeOffset(1, 1, 1, 5, 0, 0, TimeSpan.FromHours(5)), ShowOffset),
        Exact("DateTimeOffset most", () => DateTimeOffset.MaxValue, ShowOffset),
        Exact<DateTimeOffset?>("DateTimeOffset nullable", () => new DateTimeOffset(1, 1, 1, 5, 0, 0, TimeSpan.FromHours(5)), value => ShowOffset(value!.Value)),
        Exact("TimeSpan", new TimeSpan(1, 2, 3, 4, 5)),
        Exact("TimeSpan zero", TimeSpan.Zero),
        Exact("TimeSpan least", TimeSpan.MinValue),
        Exact("TimeSpan most", TimeSpan.MaxValue),
        Exact("DateOnly", new DateOnly(2026, 2, 28)),
        Exact("DateOnly least", DateOnly.MinValue),
        Exact("TimeOnly", new TimeOnly(23, 59, 58).Add(TimeSpan.FromTicks(7))),
        Exact("TimeOnly least", TimeOnly.MinValue),
        Exact("TimeZoneInfo utc", () => TimeZoneInfo.Utc, value => (value.Id, value.BaseUtcOffset)),
        Exact("TimeZoneInfo local", () => TimeZoneInfo.Local, value => (value.Id, value.BaseUtcOffset)),
        Exact("TimeZoneInfo own", Own, value => (value.Id, value.BaseUtcOffset, value.DisplayName, value.ToSerializedString())),
        Exact("CultureInfo", () => CultureInfo.GetCultureInfo("de-DE"), value => (value.Name, value.IsReadOnly)),
        Exact("CultureInfo that can be changed", () => new CultureInfo("fr-FR"), value => (value.Name, value.IsReadOnly)),
        Exact("CultureInfo invariant", () => CultureInfo.InvariantCulture, value => (value.Name, value.IsReadOnly)),
        Refused("CultureInfo with changed numbers", () => new CultureInfo("de-DE") { NumberFormat = { CurrencySymbol = "EUR" } }, "save its name"),
        Refused("CultureInfo with changed dates", () => new CultureInfo("de-DE") { DateTimeFormat = { ShortDatePattern = "yyyy" } }, "save its name"),
        Refused<Calendar>("Calendar", () => new GregorianCalendar(), "save"),
        Refused("NumberFormatInfo", () => new NumberFormatInfo(), "JsonConverter"),
    ];

    private static IEnumerable<ValueCase> Times() =>
        from ticks in new[]
        {
            0L,
            1L,
            new DateTime(2026, 7, 8, 9, 10, 11).Ticks + 7,
            new DateTime(2026, 3, 29, 2, 30, 0).Ticks,
            new DateTime(2026, 10, 25, 2, 30, 0).Ticks,
            DateTime.MaxValue.Ticks
        }
        from kind in Enum.GetValues<DateTimeKind>()
        select Exact($"DateTime {ticks} {kind}", () => new DateTime(ticks, kind), value => (value.Ticks, value.Kind));

    private static object? ShowOffset(DateTimeOffset value) => (value.Ticks, value.Offset);

    private static TimeZoneInfo Own() => TimeZoneInfo.CreateCustomTimeZone("own", TimeSpan.FromHours(2.5), "(own) display", "own standard");
}
