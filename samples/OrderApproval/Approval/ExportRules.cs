namespace OrderApproval.Approval;

/// <summary>Plain code of the application, which the workflow calls as it is.</summary>
internal static class ExportRules
{
    private const string ControlledFamily = "CR-";

    /// <summary>Why an item needs a look before it leaves for the country; null when it does not.</summary>
    public static string? ReasonToHold(string sku, string country) =>
        country == "CH" && sku.StartsWith(ControlledFamily, StringComparison.Ordinal) ? $"{sku} needs an export licence for {country}" : null;
}
