namespace OrderApproval.Tests;

/// <summary>Builds lines of an orders file. The customer is in Germany.</summary>
internal static class OrderLines
{
    /// <summary>Returns an order that the workflow approves without a person.</summary>
    public static string Small(string id) => Of(id, 2, 1.50m);

    /// <summary>Returns an order above the limits of all ratings, which waits for a decision.</summary>
    public static string Large(string id) => Of(id, 1, 30_000m);

    public static string Of(string id, int quantity, decimal unitPrice) => FormattableString.Invariant(
        $$"""{"id":"{{id}}","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[{"sku":"A","name":"a","quantity":{{quantity}},"unitPrice":{{unitPrice}}}]}""");
}
