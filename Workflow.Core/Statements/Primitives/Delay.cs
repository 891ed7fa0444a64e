namespace Workflow.Statements;

/// <summary>Waits for a period of time. During that time the workflow is idle and can be persisted and unloaded.</summary>
/// <remarks>
/// The activity uses a <see cref="TimerExtension"/> of the host, or else a <see cref="DurableTimerExtension"/> that the instance creates. On a cancel request,
/// it ends <see cref="ActivityInstanceState.Canceled"/> at once (rule 3.6).
/// </remarks>
public sealed class Delay : NativeActivity
{
    private static readonly Func<TimerExtension> OwnTimer = static () => new DurableTimerExtension();

    private readonly Variable<Bookmark?> _bookmark = new("bookmark");

    /// <summary>
    /// The period; required. Zero completes at once, a negative value causes an <see cref="ArgumentOutOfRangeException"/>, <see cref="TimeSpan.MaxValue"/> is
    /// infinite.
    /// </summary>
    [RequiredArgument]
    public InArgument<TimeSpan> Duration { get; set; } = null!;

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument duration = new(nameof(Duration), typeof(TimeSpan), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Duration, duration);
        metadata.AddArgument(duration);
        metadata.AddImplementationVariable(_bookmark);
        metadata.AddDefaultExtensionProvider(OwnTimer);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        TimeSpan duration = Duration.Get(context);
        if (duration < TimeSpan.Zero)
        {
            throw Negative(nameof(Duration), duration);
        }

        if (duration == TimeSpan.Zero)
        {
            return;
        }

        // Without a callback, the resumption only completes this activity, which has nothing else to wait for.
        Bookmark bookmark = context.CreateBookmark();
        _bookmark.Set(context, bookmark);
        TimerOf(context).RegisterTimer(duration, bookmark);
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context)
    {
        if (_bookmark.Get(context) is { } bookmark)
        {
            TimerOf(context).CancelTimer(bookmark);
            context.RemoveBookmark(bookmark);
        }

        context.MarkCanceled();
    }

    /// <inheritdoc/>
    protected override void Abort(NativeActivityAbortContext context)
    {
        if (_bookmark.Get(context) is { } bookmark)
        {
            TimerOf(context).CancelTimer(bookmark);
        }
    }

    private ArgumentOutOfRangeException Negative(string argument, TimeSpan duration) =>
        new(argument, duration, $"'{DisplayName}' cannot wait for a negative time; bind its Duration to zero or more.");

    /// <summary>Returns the timer, which is never null because the activity declares a default.</summary>
    private static TimerExtension TimerOf(ActivityContext context) => context.GetExtension<TimerExtension>()!;
}
