namespace OrderApproval.Tests;

/// <summary>Lines of an orders file; its customer pays tax in Germany.</summary>
internal static class OrderLines
{
    /// <summary>An order that nobody has to look at.</summary>
    public static string Small(string id) => Of(id, 2, 1.50m);

    /// <summary>An order above every limit.</summary>
    public static string Large(string id) => Of(id, 1, 30_000m);

    public static string Of(string id, int quantity, decimal unitPrice) => FormattableString.Invariant(
        $$"""{"id":"{{id}}","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[{"sku":"A","name":"a","quantity":{{quantity}},"unitPrice":{{unitPrice}}}]}""");
}
