namespace Workflow.Persistence;

/// <summary>Writes and reads time zones of the system by their ids, and other time zones with all their rules.</summary>
internal static class TimeZoneTexts
{
    private const string ById = "id ", Whole = "is ";

    public static string Write(object value)
    {
        TimeZoneInfo zone = (TimeZoneInfo)value;
        if (TimeZoneInfo.TryFindSystemTimeZoneById(zone.Id, out TimeZoneInfo? known) && IsSame(known, zone))
        {
            return ById + zone.Id;
        }

        string text = Whole + zone.ToSerializedString();
        return IsSame((TimeZoneInfo)Read(text), zone)
            ? text
            : throw new UnsavableValueException(typeof(TimeZoneInfo), "is neither one of the system nor one whose rules can be written; save its id");
    }

    public static object Read(string text) => text.StartsWith(ById, StringComparison.Ordinal)
        ? TimeZoneInfo.FindSystemTimeZoneById(text[ById.Length..])
        : TimeZoneInfo.FromSerializedString(text[Whole.Length..]);

    private static bool IsSame(TimeZoneInfo one, TimeZoneInfo other) =>
        one.Id == other.Id
        && one.HasSameRules(other)
        && one.DisplayName == other.DisplayName
        && one.StandardName == other.StandardName
        && one.DaylightName == other.DaylightName;
}
