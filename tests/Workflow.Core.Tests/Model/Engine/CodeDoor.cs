using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Engine;

/// <summary>The operations of a code activity or a lambda, performed on its context. All others throw <see cref="NotSupportedException"/>.</summary>
internal sealed class CodeDoor(EngineRun run, ActivityContext context, Node node) : Door
{
    public override string Self => $"{node.Name}#{context.ActivityInstanceId}";

    public override bool IsCancellationRequested => false;

    public override string Describe(object instance) => throw new NotSupportedException();

    public override IReadOnlyList<object> Children() => [];

    public override object Schedule(int child, bool tellsCompletion, bool tellsFault) => throw new NotSupportedException();

    public override void CancelChild(object instance) => throw new NotSupportedException();

    public override void CancelChildren() => throw new NotSupportedException();

    public override void CancelByDefault() => throw new NotSupportedException();

    public override void AbortChild(object instance, Exception? reason) => throw new NotSupportedException();

    public override void MarkCanceled() => throw new NotSupportedException();

    public override object CreateBookmark(string? name, BookmarkOptions options, bool hasCallback) => throw new NotSupportedException();

    public override bool RemoveNamed(string name) => throw new NotSupportedException();

    public override bool Remove(object bookmark) => throw new NotSupportedException();

    public override void RemoveAll() => throw new NotSupportedException();

    public override string ResumeNamed(string name) => throw new NotSupportedException();

    public override string Resume(object bookmark) => throw new NotSupportedException();

    public override bool HandleFault() => throw new NotSupportedException();

    public override void AbortWorkflow(Exception? reason) => throw new NotSupportedException();

    public override void CancelWorkflow() => run.Running.Cancel();

    public override void Touch(int what) => throw new NotSupportedException();
}
