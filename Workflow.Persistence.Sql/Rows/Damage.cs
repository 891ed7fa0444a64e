namespace Workflow.Persistence.Sql;

/// <summary>The failures of rows that the store did not write like that.</summary>
internal static class Damage
{
    public static SnapshotException Column(Guid instanceId, string column, object? found) => new(
        $"The row of the instance '{instanceId}' is damaged: its column '{column}' contains {Describe(found)}; restore the row from a backup.", instanceId);

    public static SnapshotException Message(Guid instanceId, long sequence, string column, object? found) => new(
        $"The message {sequence} of the instance '{instanceId}' is damaged: its column '{column}' contains {Describe(found)}; restore the row from a backup, or withdraw the message.", instanceId);

    public static SnapshotException Row(string key, string column, object? found) =>
        new($"The row '{key}' is damaged: its column '{column}' contains {Describe(found)}; restore the row from a backup.");

    /// <summary>The type and the beginning: a damaged value may be long, and may be somebody's data.</summary>
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
