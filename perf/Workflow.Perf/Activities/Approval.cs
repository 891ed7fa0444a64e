namespace Workflow.Perf.Activities;

/// <summary>Waits at a bookmark for a decision.</summary>
internal sealed class Approval : NativeActivity
{
    public const string Bookmark = "decide";

    private readonly BookmarkCallback _onDecided;

    public Approval() => _onDecided = OnDecided;

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Bookmark, _onDecided);

    private static void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value)
    {
    }
}
