namespace Workflow.Perf.Activities;

/// <summary>Receives messages at a bookmark and never ends.</summary>
/// <param name="onTaken">Called for each message with the id of the instance.</param>
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
