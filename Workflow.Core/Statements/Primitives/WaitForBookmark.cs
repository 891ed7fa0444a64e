namespace Workflow.Statements;

/// <summary>Waits at a bookmark and returns the value of the resumption as the result (rule 18.14).</summary>
/// <typeparam name="T">The type of the value.</typeparam>
/// <remarks>
/// A host, an extension or a message of a store resumes the bookmark. A value of another type is refused (rule 8.9), and the activity continues to wait.
/// Null is accepted if <typeparamref name="T"/> allows null.
/// </remarks>
public sealed class WaitForBookmark<T> : NativeActivity<T>, IBookmarkWait
{
    private readonly Variable<TimeSpan> _period = new("period");
    private readonly Delay _delay;
    private readonly CompletionCallback _onTimeout;

    /// <summary>Creates an activity without a bookmark name.</summary>
    public WaitForBookmark()
    {
        _delay = new Delay { DisplayName = "Timeout of the wait", Duration = _period };
        _onTimeout = OnTimeout;
    }

    /// <summary>Creates an activity.</summary>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    public WaitForBookmark(InArgument<string> bookmarkName)
        : this() => BookmarkName = bookmarkName;

    /// <summary>Gets or sets the name of the bookmark; required.</summary>
    [RequiredArgument]
    public InArgument<string> BookmarkName { get; set; } = null!;

    /// <summary>
    /// Gets or sets a text that distinguishes concurrent waits of one instance with the same bookmark name, such as one for each parcel of an order. If it is
    /// null, the default, or empty, the name of the bookmark is <see cref="BookmarkName"/> alone. Otherwise it is both, separated by a slash: the name
    /// <c>shipped</c> and the correlation <c>17</c> wait at <c>shipped/17</c>.
    /// </summary>
    public InArgument<string>? Correlation { get; set; }

    /// <summary>
    /// Gets or sets the maximum duration of the wait; must be greater than zero. When it has elapsed, the activity fails with a <see cref="TimeoutException"/>.
    /// If it is not set, the default, or is <see cref="TimeSpan.MaxValue"/>, the activity waits without a limit. The timeout is a timer of the instance: it
    /// also elapses while the instance is not in memory. A message of a store that arrives later waits for the next activity with this bookmark.
    /// </summary>
    public InArgument<TimeSpan>? Timeout { get; set; }

    /// <inheritdoc/>
    Type IBookmarkWait.ValueType => typeof(T);

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <summary>True if the author has set a timeout. For an argument that is not set, the engine creates an argument object without an expression.</summary>
    private bool HasTimeout => Timeout?.Expression is not null;

    /// <inheritdoc/>
    protected override Type? BookmarkValueType => typeof(T);

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        if (HasTimeout)
        {
            metadata.AddImplementationVariable(_period);
            metadata.AddImplementationChild(_delay);
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        TimeSpan period = HasTimeout ? Timeout!.Get(context) : TimeSpan.MaxValue;
        if (period <= TimeSpan.Zero)
        {
            throw new InvalidOperationException($"'{DisplayName}' cannot wait for {period}; bind its Timeout to more than zero.");
        }

        context.CreateBookmark(NameOf(context), OnResumed);
        if (period != TimeSpan.MaxValue)
        {
            _period.Set(context, period);
            context.ScheduleActivity(_delay, _onTimeout);
        }
    }

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        Result!.Set(context, (T)value!);
        context.CancelChildren();
    }

    private void OnTimeout(NativeActivityContext context, ActivityInstance completedInstance)
    {
        // A message may have resumed the bookmark after the timer was due and before this call. Then the bookmark no longer exists, and the wait has succeeded.
        if (completedInstance.State == ActivityInstanceState.Closed && context.RemoveBookmark(NameOf(context)))
        {
            throw new TimeoutException($"No message came to the bookmark '{NameOf(context)}' within {_period.Get(context)}.");
        }
    }

    private string NameOf(NativeActivityContext context)
    {
        string name = BookmarkName.Get(context)!;
        return Correlation?.Get(context) is { Length: > 0 } correlation ? $"{name}/{correlation}" : name;
    }
}
