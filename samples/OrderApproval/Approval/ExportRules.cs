namespace OrderApproval.Approval;

/// <summary>Plain application code that the workflow calls.</summary>
internal static class ExportRules
{
    private const string ControlledFamily = "CR-";

    /// <summary>Why an item must be checked before its export to the country; null if it does not.</summary>
    public static string? ReasonToHold(string sku, string country) =>
        country == "CH" && sku.StartsWith(ControlledFamily, StringComparison.Ordinal) ? $"{sku} needs an export licence for {country}" : null;
}
