using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Reference;

/// <summary>The operations of user code, performed by the interpreter.</summary>
internal sealed class ModelDoor(Interpreter interpreter, Instance self, bool isFault) : Door
{
    public bool IsFaultHandled { get; private set; }

    public override string Self => self.Name;

    public override bool IsCancellationRequested => self.IsCancellationRequested;

    public override string Describe(object instance) => $"{((Instance)instance).Name} {((Instance)instance).State}";

    public override IReadOnlyList<object> Children() => [.. self.Children];

    public override object Schedule(int child, bool tellsCompletion, bool tellsFault) =>
        interpreter.Schedule(self, self.Node!.Children[child], tellsCompletion, tellsFault);

    public override void CancelChild(object instance) => interpreter.Cancellation.RequestChild(self, (Instance)instance);

    public override void CancelChildren() => interpreter.Cancellation.RequestChildren(self);

    public override void CancelByDefault() => interpreter.Cancellation.BeginDefault(self);

    /// <summary>Aborts a child (rule 6.2).</summary>
    public override void AbortChild(object instance, Exception? reason)
    {
        Instance child = (Instance)instance;
        if (!child.IsExecuting)
        {
            return;
        }

        if (child.Parent != self)
        {
            interpreter.See(Feature.ChildAbortRefused);
            throw new InvalidOperationException("Rule 6.2.");
        }

        interpreter.See(Feature.ChildAborted);
        interpreter.See(Feature.ChildAbortedWithDescendants, child.Children.Count > 0);
        interpreter.Faults.Abort(child, reason);
    }

    public override void MarkCanceled() => interpreter.Cancellation.Mark(self);

    public override object CreateBookmark(string? name, BookmarkOptions options, bool hasCallback) =>
        interpreter.Bookmarks.Create(self, name, options, hasCallback);

    public override bool RemoveNamed(string name) => interpreter.Bookmarks.Remove(self, bookmark => bookmark.Name == name);

    public override bool Remove(object bookmark) => interpreter.Bookmarks.Remove(self, one => one.IsMeantBy((ModelBookmark)bookmark));

    public override void RemoveAll() => interpreter.Bookmarks.RemoveAll(self);

    public override string ResumeNamed(string name)
    {
        interpreter.See(Feature.ResumedInside);
        return $"{interpreter.Bookmarks.Resume(bookmark => bookmark.Name == name)}";
    }

    public override string Resume(object bookmark)
    {
        interpreter.See(Feature.ResumedInside);
        return $"{interpreter.Bookmarks.Resume(one => one.IsMeantBy((ModelBookmark)bookmark))}";
    }

    public override bool HandleFault() => IsFaultHandled |= isFault;

    public override void AbortWorkflow(Exception? reason)
    {
        interpreter.See(Feature.WorkflowAborted);
        interpreter.RequestAbort(reason);
    }

    public override void CancelWorkflow()
    {
        interpreter.See(Feature.WorkflowCanceledFromInside);
        interpreter.RequestCancel();
    }

    /// <summary>Throws, because the call of this context has returned (rule 1.11).</summary>
    public override void Touch(int what)
    {
        interpreter.See(Feature.OldContextUsed);
        throw new ObjectDisposedException(nameof(ModelDoor));
    }
}
