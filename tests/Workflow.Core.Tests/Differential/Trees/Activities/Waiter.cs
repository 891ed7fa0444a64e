using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Differential.Trees.Activities;

/// <summary>Waits at one bookmark. The runner resumes it from outside unless an activity resumes it first.</summary>
internal sealed class Waiter(Stage stage, WaiterSpec spec) : NativeActivity
{
    private readonly Variable<int> _resumptions = new();

    public static string NameOf(int number) => $"bookmark {number}";

    protected override bool CanInduceIdle => true;

    protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddImplementationVariable(_resumptions);

    protected override void Execute(NativeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label} waits");
        Func<BookmarkResumptionResult> resume = Create(context);
        int resumptions = spec.Options.HasFlag(BookmarkOptions.MultipleResume) ? 2 : 1;
        for (int i = 0; i < resumptions; i++)
        {
            stage.AddOutstanding(label, () => stage.Add($"{label}: {resume()}"));
        }
    }

    protected override void Abort(NativeActivityAbortContext context) => stage.Add($"{DisplayName}#{context.ActivityInstanceId} aborts");

    /// <summary>Creates the bookmark, and returns the function that resumes it from outside; in a scope, by an id (there are few ids).</summary>
    private Func<BookmarkResumptionResult> Create(NativeActivityContext context)
    {
        string name = NameOf(spec.Name);
        switch (spec.Place)
        {
            case WaiterPlace.Named:
                context.CreateBookmark(name, OnResumed, spec.Options);
                return () => stage.Running!.Resume(name, 4);
            case WaiterPlace.Numbered:
                Bookmark numbered = context.CreateBookmark(OnResumed, spec.Options);
                stage.LastNumbered = numbered;
                return () => stage.Running!.Resume(numbered, 5);
            case WaiterPlace.DefaultScope:
                context.CreateBookmark(name, OnResumed, context.DefaultBookmarkScope, spec.Options);
                return () => stage.Running!.Resume(name, Guid.Empty, 6);
            default:
                context.CreateBookmark(name, OnResumed, stage.InnermostScope ?? BookmarkScope.Default, spec.Options);
                Guid id = new(spec.Name + 1, 0, 0, new byte[8]);
                return () => stage.Running!.Resume(name, id, 7);
        }
    }

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        int resumptions = _resumptions.Get(context) + 1;
        _resumptions.Set(context, resumptions);
        stage.Add($"{label} @ {bookmark.Name} {value}, {resumptions}");
        if (resumptions == 2)
        {
            context.RemoveAllBookmarks();
        }

        stage.Do(spec.AtResume, label, context);
    }
}

/// <summary>Resumes or removes a bookmark of any activity.</summary>
internal sealed class Reach(Stage stage, ReachSpec spec) : NativeActivity
{
    protected override void Execute(NativeActivityContext context)
    {
        string name = Waiter.NameOf(spec.Name), label = $"{DisplayName}#{context.ActivityInstanceId} {spec.Act}";
        stage.Add(label);
        object? answer = spec.Act switch
        {
            ReachAct.ResumeNamed => context.ResumeBookmark(new Bookmark(name), 1),
            ReachAct.ResumeNumbered when stage.LastNumbered is { } bookmark => context.ResumeBookmark(bookmark, 2),
            ReachAct.RemoveNamed => context.RemoveBookmark(name),
            ReachAct.RemoveNumbered when stage.LastNumbered is { } bookmark => context.RemoveBookmark(bookmark),
            ReachAct.RemoveInScope => context.RemoveBookmark(name, stage.InnermostScope ?? context.DefaultBookmarkScope),
            _ => null,
        };
        stage.Add($"{label}: {answer}");
    }
}

/// <summary>Creates a bookmark scope, which is the innermost scope until another one is created, and runs its body.</summary>
internal sealed class ScopeHolder(Stage stage) : NativeActivity
{
    private readonly Variable<BookmarkScopeHandle> _handle = new();

    public Activity? Body { get; init; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        metadata.AddChild(Body);
        metadata.AddImplementationVariable(_handle);
    }

    protected override void Execute(NativeActivityContext context)
    {
        BookmarkScopeHandle handle = _handle.Get(context);
        handle.CreateBookmarkScope(context);
        stage.InnermostScope = handle.BookmarkScope;
        if (Body is not null)
        {
            context.ScheduleActivity(Body);
        }
    }
}
