namespace Workflow.Core.Tests.TestKit;

/// <summary>Waits at a bookmark with its own name in the scope that a function returns.</summary>
internal sealed class InScope : NativeActivity
{
    private readonly Log _log;
    private readonly Func<NativeActivityContext, BookmarkScope> _scope;

    public InScope(Log log, string name, Func<NativeActivityContext, BookmarkScope> scope)
    {
        _log = log;
        _scope = scope;
        DisplayName = name;
    }

    public BookmarkOptions Options { get; init; }

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context)
    {
        _log.Add($"{DisplayName} waits");
        context.CreateBookmark(DisplayName, OnResumed, _scope(context), Options);
    }

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => _log.Add($"{DisplayName} resumed {value}");
}
