namespace Workflow.Core.Tests.Model.Programs;

/// <summary>
/// The operations of user code during a call. On one side of the comparison, a context of the engine performs them; on the other, the reference interpreter.
/// Instances and bookmarks are objects of the respective side. A refused operation throws an <see cref="InvalidOperationException"/>.
/// </summary>
internal abstract class Door
{
    public const int Touches = 14;

    /// <summary>The name and id of the instance whose code is called.</summary>
    public abstract string Self { get; }

    public abstract bool IsCancellationRequested { get; }

    public abstract string Describe(object instance);

    public abstract IReadOnlyList<object> Children();

    public abstract object Schedule(int child, bool tellsCompletion, bool tellsFault);

    public abstract void CancelChild(object instance);

    public abstract void CancelChildren();

    public abstract void CancelByDefault();

    public abstract void AbortChild(object instance, Exception? reason);

    public abstract void MarkCanceled();

    public abstract object CreateBookmark(string? name, BookmarkOptions options, bool hasCallback);

    public abstract bool RemoveNamed(string name);

    public abstract bool Remove(object bookmark);

    public abstract void RemoveAll();

    public abstract string ResumeNamed(string name);

    public abstract string Resume(object bookmark);

    /// <summary>Handles the fault. Returns false outside of a fault callback.</summary>
    public abstract bool HandleFault();

    public abstract void AbortWorkflow(Exception? reason);

    public abstract void CancelWorkflow();

    /// <summary>Performs one of <see cref="Touches"/> operations, selected by the number, on a context whose call has returned.</summary>
    public abstract void Touch(int what);
}
