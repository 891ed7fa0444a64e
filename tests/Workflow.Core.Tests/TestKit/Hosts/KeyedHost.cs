using Workflow.Hosting;
using Workflow.Runtime.Executors;
using Workflow.Runtime.State;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A host that uses the ids of bookmark scopes as keys of instances. Logs each change of the keys, and runs one workflow.</summary>
internal sealed class KeyedHost(Log log) : ExecutionHost
{
    private WorkflowExecutor? _executor;

    public override Guid InstanceId { get; } = Guid.NewGuid();

    public override System.Transactions.Transaction? AmbientTransaction => null;

    public override bool SupportsKeys => true;

    /// <summary>Runs a workflow until it is idle for the first time, or has ended.</summary>
    public void Start(Activity workflow, Lane lane)
    {
        _executor = ExecutorPool.Rent(FrozenDefinition.Of(workflow));
        _executor.Begin(null, this);
        QueueOnly.Apply(_executor, lane);
        _executor.RunFirst();
    }

    public BookmarkResumptionResult Resume(string name, Guid scopeId, object? value = null)
    {
        BookmarkResumptionResult answer = _executor!.Bookmarks.Resume(name, scopeId, value);
        _executor.Loop.Run();
        return answer;
    }

    public void AssertClosed()
    {
        Assert.Equal((ExecutionOutcome.Completed, ActivityInstanceState.Closed), (_executor!.State.Outcome, _executor.State.Root!.State));
        ExecutorPool.Return(_executor);
    }

    public override object? GetExtension(Type type) => null;

    public override void Watch(Task operation, WorkItem item) => throw new NotSupportedException("No test has operations here.");

    public override Task SaveAsync() => throw new NotSupportedException("No test saves here.");

    public override void ChangeKeys(IReadOnlyList<Guid> added, IReadOnlyList<Guid> removed) =>
        log.Add($"keys +[{string.Join(' ', added.Select(Ids.Name))}] -[{string.Join(' ', removed.Select(Ids.Name))}]");
}

/// <summary>Ids with short names for the log.</summary>
internal static class Ids
{
    public static readonly Guid A = new("aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa");
    public static readonly Guid B = new("bbbbbbbb-bbbb-bbbb-bbbb-bbbbbbbbbbbb");

    public static string Name(Guid id) => id == A ? "A" : id == B ? "B" : id == Guid.Empty ? "none" : throw new ArgumentOutOfRangeException(nameof(id));
}
