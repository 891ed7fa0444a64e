namespace Workflow.Perf.Activities;

/// <summary>Takes messages at a bookmark, without an end.</summary>
/// <param name="onTaken">Called with the instance for each message.</param>
internal sealed class TakeMessages(Action<Guid> onTaken) : NativeActivity
{
    public const string Bookmark = "message";

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Bookmark, OnMessage);

    private void OnMessage(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        context.CreateBookmark(Bookmark, OnMessage);
        onTaken(context.WorkflowInstanceId);
    }
}
