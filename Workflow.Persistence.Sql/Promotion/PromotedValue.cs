namespace Workflow.Persistence.Sql;

/// <summary>A row of a promoted value: one of the columns contains the value, none if the value is null.</summary>
internal sealed record PromotedValue(string Promotion, string Name)
{
    public string? Text { get; init; }

    /// <summary>A <see cref="long"/> or a <see cref="double"/>.</summary>
    public object? Number { get; init; }

    /// <summary>The time in UTC, truncated to whole microseconds.</summary>
    public DateTime? Time { get; init; }

    public bool? Flag { get; init; }

    public Guid? Id { get; init; }
}
