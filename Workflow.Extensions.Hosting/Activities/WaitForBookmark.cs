namespace Workflow.Extensions.Hosting;

/// <summary>Waits for a message to a bookmark, and gets its value as the result.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
/// <remarks>
/// A value of another type is refused: for the sender with a <see cref="WorkflowPayloadException"/>, if it can be known there, or else when the message is delivered. The activity waits on.
/// Null is accepted if the type has it.
/// </remarks>
public sealed class WaitForBookmark<T> : NativeActivity<T>
{
    /// <summary>Creates an activity without a name of the bookmark.</summary>
    public WaitForBookmark()
    {
    }

    /// <summary>Creates an activity.</summary>
    /// <param name="bookmarkName">The name of the bookmark, for <see cref="WorkflowClient.ResumeAsync"/>.</param>
    public WaitForBookmark(InArgument<string> bookmarkName) => BookmarkName = bookmarkName;

    /// <summary>The name of the bookmark, for <see cref="WorkflowClient.ResumeAsync"/>; required.</summary>
    [RequiredArgument]
    public InArgument<string> BookmarkName { get; set; } = null!;

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <inheritdoc/>
    protected override Type? BookmarkValueType => typeof(T);

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.CreateBookmark(BookmarkName.Get(context)!, OnResumed);
    }

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => Result!.Set(context, (T)value!);
}
