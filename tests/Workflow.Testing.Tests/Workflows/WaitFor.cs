namespace Workflow.Testing.Tests.Workflows;

/// <summary>An activity that waits at a bookmark with the given name and returns the value of the resumption.</summary>
internal sealed class WaitFor : NativeActivity<string>
{
    public WaitFor(string bookmark) => (Bookmark, DisplayName) = (bookmark, bookmark);

    public string Bookmark { get; }

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Bookmark, OnResumed);

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => Result!.Set(context, (string)value!);
}
