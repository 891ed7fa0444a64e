namespace Workflow.Extensions.Hosting;

/// <summary>The settings of the host of a process. They are checked when the host starts; later changes have no effect.</summary>
public sealed class WorkflowHostOptions
{
    /// <summary>The name of this host in the store; the name of the machine by default. Need not be unique.</summary>
    public string Name { get; set; } = Environment.MachineName;

    /// <summary>Whether this process runs instances; true by default. If false, it is a client only: it starts and resumes instances that other processes run.</summary>
    public bool RunInstances { get; set; } = true;

    /// <summary>
    /// How long an instance waits before it is saved; zero, the default, saves it at once, so that a crash repeats nothing before the wait. <see cref="Timeout.InfiniteTimeSpan"/> saves it only when it
    /// is unloaded.
    /// </summary>
    public TimeSpan TimeToPersist { get; set; } = TimeSpan.Zero;

    /// <summary>How long an instance waits before it leaves the memory of the process; one minute by default. Zero unloads it at once. <see cref="Timeout.InfiniteTimeSpan"/> unloads it only if memory is needed for others, or at shutdown.</summary>
    public TimeSpan TimeToUnload { get; set; } = TimeSpan.FromMinutes(1);

    /// <summary>
    /// The maximum number of instances that use a thread at the same time; sixteen for each processor by default, at least 1. An instance that awaits an asynchronous operation or a save uses no thread.
    /// </summary>
    public int MaxRunningInstances { get; set; } = Environment.ProcessorCount * 16;

    /// <summary>The maximum number of instances in memory; 1000 by default, at least 1. If more are runnable, the one that has waited for the longest time is unloaded.</summary>
    public int MaxLoadedInstances { get; set; } = 1000;

    /// <summary>How long a shutdown waits for instances that cannot be saved yet; 20 seconds by default. Zero aborts them at once. It should be below the shutdown timeout of the generic host, 30 seconds by default.</summary>
    public TimeSpan DrainTimeout { get; set; } = TimeSpan.FromSeconds(20);

    /// <summary>
    /// How long a shutdown lets asynchronous activities end of themselves before it signals their cancellation tokens; zero, the default, signals them at once. An activity that ends early is repeated from the last save, so a time
    /// that short operations need avoids repetitions; a shutdown waits for it only if there are operations. Part of <see cref="DrainTimeout"/>. <see cref="Timeout.InfiniteTimeSpan"/> never signals them.
    /// </summary>
    public TimeSpan TimeToCancel { get; set; } = TimeSpan.Zero;

    /// <summary>How often a client asks the store whether an instance that another process runs has ended; one second by default, above zero.</summary>
    public TimeSpan PollingPeriod { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// How long <see cref="WorkflowClient.WaitForCompletionAsync"/> gets the result of an instance that has ended in this process and that the store has deleted; five minutes by default, for the last 1000 instances that have
    /// ended. Zero for not at all. A store that keeps ended instances has their results for as long as it keeps them, for all processes.
    /// </summary>
    public TimeSpan ResultRetention { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>How long the host waits before it calls a store again that failed; five seconds by default, above zero.</summary>
    public TimeSpan RecoveryPeriod { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>What becomes of instances with an unhandled exception, for definitions that do not say it; <see cref="WorkflowFailurePolicy.AbandonAndSuspend"/> by default.</summary>
    public WorkflowFailurePolicy FailurePolicy { get; set; }

    /// <summary>
    /// The number of failures in a row, without a save between them, after which an instance is suspended; 2 by default, at least 1. The end of the process that runs the instance is such a failure if the instance was the only suspect at work, <see cref="Persistence.SuspectWindow"/>. If a definition has the policy
    /// <see cref="WorkflowFailurePolicy.RetryWithBackOff"/>, the larger one of this number and <see cref="MaxRetries"/> applies, because the store counts all failures of an instance together.
    /// </summary>
    public int MaxFailures { get; set; } = 2;

    /// <summary>The same for <see cref="WorkflowFailurePolicy.RetryWithBackOff"/>; 10 by default, at least 1.</summary>
    public int MaxRetries { get; set; } = 10;

    /// <summary>How long an instance rests after its first failure; one second by default. The time doubles with each further failure. At least zero.</summary>
    public TimeSpan FirstRetryDelay { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>The maximum of this time; one hour by default, at least zero.</summary>
    public TimeSpan MaxRetryDelay { get; set; } = TimeSpan.FromHours(1);

    /// <summary>Adds each problem of the settings.</summary>
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
        AddIf(RecoveryPeriod <= TimeSpan.Zero, $"WorkflowHostOptions.RecoveryPeriod is '{RecoveryPeriod}'; use a time above zero.", problems);
        AddIfBelowOne(MaxRunningInstances, nameof(MaxRunningInstances), problems);
        AddIfBelowOne(MaxLoadedInstances, nameof(MaxLoadedInstances), problems);
        AddIfBelowOne(MaxFailures, nameof(MaxFailures), problems);
        AddIfBelowOne(MaxRetries, nameof(MaxRetries), problems);
        AddIf(!Enum.IsDefined(FailurePolicy), $"WorkflowHostOptions.FailurePolicy is '{FailurePolicy}'; use a member of WorkflowFailurePolicy.", problems);
    }

    private static void AddIfNegative(TimeSpan value, string name, List<string> problems) =>
        AddIf(value < TimeSpan.Zero && value != Timeout.InfiniteTimeSpan, $"WorkflowHostOptions.{name} is '{value}'; use zero or more, or Timeout.InfiniteTimeSpan.", problems);

    private static void AddIfBelowOne(int value, string name, List<string> problems) => AddIf(value < 1, $"WorkflowHostOptions.{name} is '{value}'; use 1 or more.", problems);

    private static void AddIf(bool condition, string problem, List<string> problems)
    {
        if (condition)
        {
            problems.Add(problem);
        }
    }
}
