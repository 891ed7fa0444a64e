namespace Workflow.Persistence.Sql;

/// <summary>Creates the exceptions for rows with content that the store does not write.</summary>
internal static class Damage
{
    public static SnapshotException Column(Guid instanceId, string column, object? found) => new(
        $"The row of the instance '{instanceId}' is damaged: its column '{column}' contains {Describe(found)}; restore the row from a backup.", instanceId);

    public static SnapshotException Message(Guid instanceId, long sequence, string column, object? found) => new(
        $"The message {sequence} of the instance '{instanceId}' is damaged: its column '{column}' contains {Describe(found)}; restore the row from a backup, or withdraw the message.",
        instanceId);

    public static SnapshotException Row(string key, string column, object? found) =>
        new($"The row '{key}' is damaged: its column '{column}' contains {Describe(found)}; restore the row from a backup.");

    /// <summary>Describes a value without its content, except for numbers, because a damaged value may be long and may contain private data.</summary>
    private static string Describe(object? found) => found switch
    {
        null or DBNull => "null",
        long number => $"the number {number}",
        double number => $"the number {number}",
        string text => $"a text of {text.Length} characters",
        byte[] bytes => $"{bytes.Length} bytes",
        _ => $"a '{found.GetType()}'",
    };
}
