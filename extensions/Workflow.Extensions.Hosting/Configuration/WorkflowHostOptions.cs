namespace Workflow.Extensions.Hosting;

/// <summary>The settings of the host of a process. They are validated when the host starts; later changes have no effect.</summary>
public sealed class WorkflowHostOptions
{
    /// <summary>Gets or sets the name of this host in the store; the name of the machine by default. The name need not be unique.</summary>
    public string Name { get; set; } = Environment.MachineName;

    /// <summary>
    /// Gets or sets a value that indicates whether this process runs instances; true by default. If false, this process is a client only: it starts and resumes
    /// instances that other processes run.
    /// </summary>
    public bool RunInstances { get; set; } = true;

    /// <summary>
    /// Gets or sets the time for which an instance waits before it is saved. Zero, the default, saves the instance at once, so that no work before the wait is
    /// repeated after a crash. <see cref="Timeout.InfiniteTimeSpan"/> saves the instance only when it is unloaded.
    /// </summary>
    public TimeSpan TimeToPersist { get; set; } = TimeSpan.Zero;

    /// <summary>
    /// Gets or sets the time for which an instance waits before it is unloaded from memory; one minute by default. Zero unloads the instance at once.
    /// <see cref="Timeout.InfiniteTimeSpan"/> unloads it only if other instances need the memory, or at shutdown.
    /// </summary>
    public TimeSpan TimeToUnload { get; set; } = TimeSpan.FromMinutes(1);

    /// <summary>
    /// Gets or sets the maximum number of instances that use a thread at the same time; sixteen per processor by default, at least 1. An instance that awaits
    /// an asynchronous operation or a save uses no thread.
    /// </summary>
    public int MaxRunningInstances { get; set; } = Environment.ProcessorCount * 16;

    /// <summary>
    /// Gets or sets the maximum number of instances in memory; 1000 by default, at least 1. If more instances are runnable, the instance that has waited for
    /// the longest time is unloaded.
    /// </summary>
    public int MaxLoadedInstances { get; set; } = 1000;

    /// <summary>
    /// Gets or sets the time for which a shutdown waits for instances that cannot be saved yet; 20 seconds by default. Zero aborts them at once. The timeout
    /// should be shorter than the shutdown timeout of the generic host, which is 30 seconds by default.
    /// </summary>
    public TimeSpan DrainTimeout { get; set; } = TimeSpan.FromSeconds(20);

    /// <summary>
    /// Gets or sets the time that a shutdown gives asynchronous activities to complete before it signals their cancellation tokens. Zero, the default, signals
    /// them at once. An activity that ends early is repeated from the last save, so a value that covers short operations avoids repetitions. A shutdown uses
    /// this time only if operations are running. The time is part of <see cref="DrainTimeout"/>. <see cref="Timeout.InfiniteTimeSpan"/> never signals the
    /// tokens.
    /// </summary>
    public TimeSpan TimeToCancel { get; set; } = TimeSpan.Zero;

    /// <summary>
    /// Gets or sets the interval at which a client polls the store for the end of an instance that another process runs; one second by default, above zero.
    /// </summary>
    public TimeSpan PollingPeriod { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Gets or sets the time for which <see cref="WorkflowClient.WaitForCompletionAsync"/> can return the result of an instance that ended in this process and
    /// that the store has deleted; five minutes by default. At most the last 1000 results are retained. Zero retains no results. A store that keeps ended
    /// instances provides their results to all processes for as long as it keeps them.
    /// </summary>
    public TimeSpan ResultRetention { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// Gets or sets the time that the host waits after a failure of the store before it calls the store again; five seconds by default, above zero.
    /// </summary>
    public TimeSpan RecoveryDelay { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Gets or sets the policy for instances with an unhandled exception, for definitions without a policy;
    /// <see cref="WorkflowFailurePolicy.AbandonAndSuspend"/> by default.
    /// </summary>
    public WorkflowFailurePolicy FailurePolicy { get; set; }

    /// <summary>
    /// Gets or sets the number of consecutive failures, without a save between them, after which an instance is suspended; 2 by default, at least 1. If the
    /// process that runs an instance ends unexpectedly, this counts as a failure of the instance only if the instance was the only running suspect; see
    /// <see cref="Persistence.SuspectWindow"/>. If a definition has the policy <see cref="WorkflowFailurePolicy.RetryWithBackOff"/>, the larger of this number
    /// and <see cref="MaxRetryAttempts"/> applies to all instances, because the store counts all failures of an instance together.
    /// </summary>
    public int MaxFailures { get; set; } = 2;

    /// <summary>Gets or sets the same number for definitions with <see cref="WorkflowFailurePolicy.RetryWithBackOff"/>; 10 by default, at least 1.</summary>
    public int MaxRetryAttempts { get; set; } = 10;

    /// <summary>
    /// Gets or sets the delay after the first failure of an instance; one second by default, at least zero. The delay doubles with each further failure.
    /// </summary>
    public TimeSpan FirstRetryDelay { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>Gets or sets the maximum delay after a failure; one hour by default, at least zero.</summary>
    public TimeSpan MaxRetryDelay { get; set; } = TimeSpan.FromHours(1);

    /// <summary>Adds a text for each invalid setting.</summary>
    internal void Validate(List<string> problems)
    {
        AddIf(Name is null, "WorkflowHostOptions.Name is null; set a text.", problems);
        AddIfNegative(TimeToPersist, nameof(TimeToPersist), problems);
        AddIfNegative(TimeToUnload, nameof(TimeToUnload), problems);
        AddIfNegative(DrainTimeout, nameof(DrainTimeout), problems);
        AddIfNegative(ResultRetention, nameof(ResultRetention), problems);
        AddIfNegative(TimeToCancel, nameof(TimeToCancel), problems);
        AddIf(FirstRetryDelay < TimeSpan.Zero, $"WorkflowHostOptions.FirstRetryDelay is '{FirstRetryDelay}'; use zero or more.", problems);
        AddIf(MaxRetryDelay < TimeSpan.Zero, $"WorkflowHostOptions.MaxRetryDelay is '{MaxRetryDelay}'; use zero or more.", problems);
        AddIf(PollingPeriod <= TimeSpan.Zero, $"WorkflowHostOptions.PollingPeriod is '{PollingPeriod}'; use a time above zero.", problems);
        AddIf(RecoveryDelay <= TimeSpan.Zero, $"WorkflowHostOptions.RecoveryDelay is '{RecoveryDelay}'; use a time above zero.", problems);
        AddIfBelowOne(MaxRunningInstances, nameof(MaxRunningInstances), problems);
        AddIfBelowOne(MaxLoadedInstances, nameof(MaxLoadedInstances), problems);
        AddIfBelowOne(MaxFailures, nameof(MaxFailures), problems);
        AddIfBelowOne(MaxRetryAttempts, nameof(MaxRetryAttempts), problems);
        AddIf(!Enum.IsDefined(FailurePolicy), $"WorkflowHostOptions.FailurePolicy is '{FailurePolicy}'; use a member of WorkflowFailurePolicy.", problems);
    }

    private static void AddIfNegative(TimeSpan value, string name, List<string> problems) =>
        AddIf(
            value < TimeSpan.Zero && value != Timeout.InfiniteTimeSpan,
            $"WorkflowHostOptions.{name} is '{value}'; use zero or more, or Timeout.InfiniteTimeSpan.",
            problems);

    private static void AddIfBelowOne(int value, string name, List<string> problems) =>
        AddIf(value < 1, $"WorkflowHostOptions.{name} is '{value}'; use 1 or more.", problems);

    private static void AddIf(bool condition, string problem, List<string> problems)
    {
        if (condition)
        {
            problems.Add(problem);
        }
    }
}
