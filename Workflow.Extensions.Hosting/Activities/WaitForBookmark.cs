using Workflow.Statements;

namespace Workflow.Extensions.Hosting;

/// <summary>Waits for a message to a bookmark, and gets its value as the result.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
/// <remarks>
/// A value of another type is refused: for the sender with a <see cref="WorkflowPayloadException"/>, if it can be known there, or else when the message is delivered. The activity waits on.
/// Null is accepted if the type has it.
/// </remarks>
public sealed class WaitForBookmark<T> : NativeActivity<T>, IBookmarkWait
{
    private readonly Variable<TimeSpan> _period = new("period");
    private readonly Delay _delay;
    private readonly CompletionCallback _onTimeout;

    /// <summary>Creates an activity without a name of the bookmark.</summary>
    public WaitForBookmark()
    {
        _delay = new Delay { DisplayName = "Timeout of the wait", Duration = _period };
        _onTimeout = OnTimeout;
    }

    /// <summary>Creates an activity.</summary>
    /// <param name="bookmarkName">The name of the bookmark, for <see cref="WorkflowClient.ResumeAsync"/>.</param>
    public WaitForBookmark(InArgument<string> bookmarkName)
        : this() => BookmarkName = bookmarkName;

    /// <summary>The name of the bookmark, for <see cref="WorkflowClient.ResumeAsync"/>; required.</summary>
    [RequiredArgument]
    public InArgument<string> BookmarkName { get; set; } = null!;

    /// <summary>
    /// Which of several messages of this name is meant, for waits of one instance that last at the same time, such as one for each parcel of an order. Null, the default, or an empty text: the bookmark has the
    /// <see cref="BookmarkName"/> alone. Otherwise the name of the bookmark is both with a slash between: the name <c>shipped</c> and the correlation <c>17</c> wait at <c>shipped/17</c>.
    /// </summary>
    public InArgument<string>? Correlation { get; set; }

    /// <summary>
    /// The longest time of the wait, more than zero. After it, the activity fails with a <see cref="TimeoutException"/>. Not set, the default, or <see cref="TimeSpan.MaxValue"/>: it waits without a limit.
    /// The time is a timer of the instance: it passes also while the instance is not in memory. A message that comes later waits for the next activity with this bookmark.
    /// </summary>
    public InArgument<TimeSpan>? Timeout { get; set; }

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <summary>The engine gives an argument that the author has left out an object without an expression.</summary>
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
        // The message may have come after the timer was due and before this call: then the bookmark is not there any more.
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
