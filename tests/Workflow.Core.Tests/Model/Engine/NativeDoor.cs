using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Engine;

/// <summary>The operations of user code, performed on a context of the engine.</summary>
internal sealed class NativeDoor(EngineRun run, NativeActivityContext context, ScriptedNative activity) : Door
{
    public override string Self => $"{activity.DisplayName}#{context.ActivityInstanceId}";

    public override bool IsCancellationRequested => context.IsCancellationRequested;

    public static string NameOf(ActivityInstance instance) =>
        $"{(instance.Activity.DisplayName.StartsWith('(') ? "-" : instance.Activity.DisplayName)}#{instance.Id}";

    public override string Describe(object instance) => $"{NameOf((ActivityInstance)instance)} {((ActivityInstance)instance).State}";

    public override IReadOnlyList<object> Children() => context.GetChildren();

    public override object Schedule(int child, bool tellsCompletion, bool tellsFault) => activity.Schedule(context, child, tellsCompletion, tellsFault);

    public override void CancelChild(object instance) => context.CancelChild((ActivityInstance)instance);

    public override void CancelChildren() => context.CancelChildren();

    public override void CancelByDefault() => activity.CancelByDefault(context);

    public override void AbortChild(object instance, Exception? reason) => context.AbortChildInstance((ActivityInstance)instance, reason);

    public override void MarkCanceled() => context.MarkCanceled();

    public override object CreateBookmark(string? name, BookmarkOptions options, bool hasCallback) =>
        activity.CreateBookmark(context, name, options, hasCallback);

    public override bool RemoveNamed(string name) => context.RemoveBookmark(name);

    public override bool Remove(object bookmark) => context.RemoveBookmark((Bookmark)bookmark);

    public override void RemoveAll() => context.RemoveAllBookmarks();

    public override string ResumeNamed(string name) => $"{context.ResumeBookmark(new Bookmark(name), null)}";

    public override string Resume(object bookmark) => $"{context.ResumeBookmark((Bookmark)bookmark, null)}";

    public override bool HandleFault()
    {
        if (context is not NativeActivityFaultContext fault)
        {
            return false;
        }

        fault.HandleFault();
        return true;
    }

    public override void AbortWorkflow(Exception? reason) => context.Abort(reason);

    public override void CancelWorkflow() => run.Running.Cancel();

    public override void Touch(int what)
    {
        Action[] touches =
        [
            () => _ = context.ActivityInstanceId,
            () => _ = context.IsCancellationRequested,
            () => context.GetChildren(),
            context.CancelChildren,
            context.Abort,
            context.MarkCanceled,
            context.RemoveAllBookmarks,
            () => context.CreateBookmark(),
            () => context.CreateBookmark("a"),
            () => context.RemoveBookmark("a"),
            () => context.ResumeBookmark(new Bookmark("a"), null),
            () => context.ScheduleActivity(activity),
            () => activity.CancelByDefault(context),
            context is NativeActivityFaultContext fault ? fault.HandleFault : context.CancelChildren,
        ];
        touches[what % Touches]();
    }
}
