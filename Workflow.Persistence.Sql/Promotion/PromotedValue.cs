namespace Workflow.Persistence.Sql;

/// <summary>A row of promoted values: one of the columns has the value, none when it is null.</summary>
internal sealed record PromotedValue(string Promotion, string Name)
{
    public string? Text { get; init; }

    /// <summary>A <see cref="long"/> or a <see cref="double"/>.</summary>
    public object? Number { get; init; }

    /// <summary>In UTC, of whole microseconds.</summary>
    public DateTime? Time { get; init; }

    public bool? Flag { get; init; }

    public Guid? Id { get; init; }
}
