namespace Workflow.Extensions.Hosting;

/// <summary>Options for the start of an instance by <see cref="WorkflowClient"/>.</summary>
public sealed class WorkflowStartOptions
{
    /// <summary>
    /// Gets or sets a text that identifies the instance for other operations until it ends; unique in the store and case-sensitive; null, the default, for
    /// none.
    /// </summary>
    public string? Key { get; init; }

    /// <summary>
    /// Gets or sets an id of the request, so that a repetition does not start a second instance of the definition; null, the default, for none.
    /// </summary>
    public string? RequestId { get; init; }

    /// <summary>Gets or sets the version of the definition; null, the default, for the newest version that is registered in this process.</summary>
    public int? Version { get; init; }

    /// <summary>
    /// Gets or sets the time at which the instance starts to run, by the clock of this process; null, the default, or a time in the past for now.
    /// </summary>
    public DateTimeOffset? StartAt { get; init; }

    /// <summary>
    /// Gets or sets the time after which the instance starts to run; null, the default, zero or a negative time for now. Cannot be combined with
    /// <see cref="StartAt"/>.
    /// </summary>
    public TimeSpan? StartIn { get; init; }

    /// <summary>True unless both start times are set.</summary>
    internal bool IsValid => StartAt is null || StartIn is null;

    /// <summary>Returns the time until the start; null if the instance starts now.</summary>
    internal TimeSpan? Delay(TimeProvider clock) => (StartIn ?? (StartAt - clock.GetUtcNow())) is { } delay && delay > TimeSpan.Zero ? delay : null;
}
