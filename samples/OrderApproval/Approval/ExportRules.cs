namespace OrderApproval.Approval;

/// <summary>Plain application code that the workflow calls.</summary>
internal static class ExportRules
{
    private const string ControlledFamily = "CR-";

    /// <summary>Returns the reason why an item must be checked before its export to the country; null if no check is necessary.</summary>
    public static string? ReasonToHold(string sku, string country) =>
        country == "CH" && sku.StartsWith(ControlledFamily, StringComparison.Ordinal) ? $"{sku} needs an export licence for {country}" : null;
}
