namespace Workflow.Perf.Activities;

/// <summary>Waits at a bookmark with a given name.</summary>
internal sealed class NamedApproval(string name) : NativeActivity
{
    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark(name, OnDecided);

    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value)
    {
    }
}
