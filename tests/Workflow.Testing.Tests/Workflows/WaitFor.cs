namespace Workflow.Testing.Tests.Workflows;

/// <summary>Waits at a bookmark with its own name, and returns what it gets.</summary>
internal sealed class WaitFor : NativeActivity<string>
{
    public WaitFor(string bookmark) => (Bookmark, DisplayName) = (bookmark, bookmark);

    public string Bookmark { get; }

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Bookmark, OnResumed);

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => Result!.Set(context, (string)value!);
}
