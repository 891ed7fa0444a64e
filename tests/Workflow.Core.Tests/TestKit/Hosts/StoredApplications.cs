using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.TestKit;

/// <summary>The base of tests in which applications share a store. All consequences of a call have run when the call returns.</summary>
public abstract class StoredApplications
{
    private protected Log Log { get; } = new();

    private protected VirtualTimeProvider Clock { get; } = new();

    private protected InMemoryInstanceStore Store { get; private set; }

    private protected StoredApplications() => Store = new InMemoryInstanceStore(new InMemoryInstanceStoreOptions
    {
        TimeProvider = Clock,
        CompletionAction = InstanceCompletionAction.DeleteNothing,
    });

    private protected Hosted With(Activity workflow, params object[] extensions)
    {
        Hosted hosted = Hosted.Inline(Log, workflow, [Clock, .. extensions]);
        hosted.Application.InstanceStore = Store;
        return hosted;
    }

    /// <summary>Returns an application that has loaded the instance.</summary>
    private protected Hosted Loaded(Activity workflow, Guid id, params object[] extensions)
    {
        Hosted hosted = With(workflow, extensions);
        hosted.Do(application => application.LoadAsync(id));
        return hosted;
    }

    private protected InstanceSummary? Summary(Guid id)
    {
        IAsyncEnumerator<InstanceSummary> found = Store.QueryAsync(new InstanceQuery { InstanceIds = [id] }, CancellationToken.None).GetAsyncEnumerator();
        return Finished.ResultOf(found.MoveNextAsync().AsTask()) ? found.Current : null;
    }
}
