namespace Workflow.Extensions.Hosting;

/// <summary>Options of <see cref="WorkflowClient.StartAsync"/>.</summary>
public sealed class WorkflowStartOptions
{
    /// <summary>A text that names the instance for other operations until it ends, unique in the store and case-sensitive; null, the default, for none.</summary>
    public string? Key { get; init; }

    /// <summary>Identifies the request, so that a repetition does not start a second instance of the definition; null, the default, for none.</summary>
    public string? DedupeId { get; init; }

    /// <summary>The version of the definition; null, the default, for the newest one that is registered here.</summary>
    public int? Version { get; init; }

    /// <summary>The time at which the instance begins to run, by the clock of this process; null, the default, for now. A time in the past means now.</summary>
    public DateTimeOffset? StartAt { get; init; }

    /// <summary>The time after which the instance begins to run; null, the default, for now. Zero or negative means now. Cannot be used together with <see cref="StartAt"/>.</summary>
    public TimeSpan? StartIn { get; init; }

    /// <summary>Whether only one of the two times is set.</summary>
    internal bool IsValid => StartAt is null || StartIn is null;

    /// <summary>The time to wait; null for none.</summary>
    internal TimeSpan? Delay(TimeProvider clock) => (StartIn ?? (StartAt - clock.GetUtcNow())) is { } delay && delay > TimeSpan.Zero ? delay : null;
}
