namespace Workflow.Statements;

/// <summary>Runs an activity again after an exception, with an increasing delay between the attempts (rule 18.13).</summary>
/// <remarks>
/// <para>The delay is a timer of the instance: during the delay, the instance can be saved and unloaded, and another process can continue it. An exception that
/// is not retried, or that the last attempt throws, leaves this activity.</para>
/// <para>Each attempt starts a new execution of <see cref="Body"/>. The effects of an attempt before the exception are not undone.</para>
/// <para>When its cancellation is requested, this activity cancels the attempt or the delay, starts no further attempt, and ends as
/// <see cref="ActivityInstanceState.Canceled"/>.</para>
/// </remarks>
public sealed class Retry : NativeActivity
{
    private readonly CompletionCallback _onAttemptCompleted;
    private readonly FaultCallback _onAttemptFaulted;
    private readonly CompletionCallback _onDelayCompleted;

    /// <summary>The number of attempts that have failed.</summary>
    private readonly Variable<int> _failures = new("failures");

    /// <summary>True while an attempt that failed with a retried exception is being canceled.</summary>
    private readonly Variable<bool> _isFailing = new("isFailing");

    private readonly Variable<TimeSpan> _wait = new("wait");
    private readonly Delay _delay;

    /// <summary>Creates an activity without a body.</summary>
    public Retry()
    {
        _onAttemptCompleted = OnAttemptCompleted;
        _onAttemptFaulted = OnAttemptFaulted;
        _onDelayCompleted = OnDelayCompleted;
        _delay = new Delay { DisplayName = "Delay before the next attempt", Duration = _wait };
    }

    /// <summary>Gets or sets the activity to run; null, the default, for none.</summary>
    public Activity? Body { get; set; }

    /// <summary>
    /// Gets or sets the maximum number of attempts, including the first one; 3 by default, at least 1. With 1, the activity is never retried.
    /// </summary>
    public int MaxAttempts { get; set; } = 3;

    /// <summary>Gets or sets the delay after the first failure; one second by default, zero for none. Must not be negative.</summary>
    public TimeSpan FirstDelay { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>Gets or sets the factor by which the delay increases with each failure; 2 by default, at least 1.</summary>
    public double BackOff { get; set; } = 2;

    /// <summary>Gets or sets the maximum delay; one minute by default, at least <see cref="FirstDelay"/>.</summary>
    public TimeSpan MaxDelay { get; set; } = TimeSpan.FromMinutes(1);

    /// <summary>
    /// Gets or sets the fraction of each delay that is random, so that instances that failed together do not retry together; 0.2 by default, from 0 to 1. With
    /// 0.2, a delay of ten seconds lasts eight to ten seconds.
    /// </summary>
    public double Jitter { get; set; } = 0.2;

    /// <summary>
    /// Gets or sets a function that returns true if an exception is retried; null, the default, to retry all exceptions. The function is part of the definition
    /// and is not saved. An exception that the function throws leaves this activity.
    /// </summary>
    public Func<Exception, bool>? ShouldRetry { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        metadata.AddChild(Body);
        metadata.AddImplementationVariable(_failures);
        metadata.AddImplementationVariable(_isFailing);
        metadata.AddImplementationVariable(_wait);
        metadata.AddImplementationChild(_delay);
        Check(metadata, MaxAttempts >= 1, $"MaxAttempts is {MaxAttempts}; set it to 1 or more.", nameof(MaxAttempts));
        Check(metadata, FirstDelay >= TimeSpan.Zero, $"FirstDelay is {FirstDelay}; set it to zero or more.", nameof(FirstDelay));
        Check(metadata, BackOff >= 1, $"BackOff is {BackOff}; set it to 1 or more.", nameof(BackOff));
        Check(metadata, MaxDelay >= FirstDelay, $"MaxDelay is {MaxDelay}, below FirstDelay; set it to {FirstDelay} or more.", nameof(MaxDelay));
        Check(metadata, Jitter is >= 0 and <= 1, $"Jitter is {Jitter}; set it to a number from 0 to 1.", nameof(Jitter));
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context) => Attempt(context);

    private static void Check(NativeActivityMetadata metadata, bool isValid, string problem, string property)
    {
        if (!isValid)
        {
            metadata.AddValidationError(new Validation.ValidationError(problem, isWarning: false, property));
        }
    }

    private void Attempt(NativeActivityContext context)
    {
        if (Body is not null)
        {
            context.ScheduleActivity(Body, _onAttemptCompleted, _onAttemptFaulted);
        }
    }

    private void OnAttemptFaulted(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom)
    {
        int failures = _failures.Get(faultContext) + 1;
        if (failures < MaxAttempts && ShouldRetry?.Invoke(propagatedException) != false)
        {
            _failures.Set(faultContext, failures);
            _isFailing.Set(faultContext, true);
            faultContext.HandleFault();
            faultContext.CancelChild(propagatedFrom);
        }
    }

    private void OnAttemptCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (context.IsCancellationRequested)
        {
            if (completedInstance.State != ActivityInstanceState.Closed)
            {
                context.MarkCanceled();
            }
        }
        else if (_isFailing.Get(context))
        {
            _isFailing.Set(context, false);
            _wait.Set(context, DelayAfter(_failures.Get(context)));
            context.ScheduleActivity(_delay, _onDelayCompleted);
        }
    }

    private void OnDelayCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (context.IsCancellationRequested)
        {
            context.MarkCanceled();
        }
        else
        {
            Attempt(context);
        }
    }

    private TimeSpan DelayAfter(int failures)
    {
        // The factor is finite, because zero times infinity would be no number.
        double factor = Math.Min(Math.Pow(BackOff, failures - 1), double.MaxValue);
        double ticks = Math.Min(FirstDelay.Ticks * factor, MaxDelay.Ticks);
#pragma warning disable CA5394 // The random number only spreads the load and is not security-relevant.
        ticks *= 1 - (Jitter * Random.Shared.NextDouble());
#pragma warning restore CA5394

        // A double cannot represent TimeSpan.MaxValue.Ticks exactly: the nearest double is out of range for the conversion to long.
        return ticks < TimeSpan.MaxValue.Ticks ? TimeSpan.FromTicks((long)ticks) : TimeSpan.MaxValue;
    }
}
