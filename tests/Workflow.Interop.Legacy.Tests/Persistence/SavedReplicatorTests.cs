extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>A loaded replicator continues with its children, even if its data changed in the last step before the save (A.12).</summary>
[Trait("Paragraph", "A.12")]
public sealed class SavedReplicatorTests
{
    private readonly VirtualTimeProvider _clock = new();

    [Theory]
    [InlineData(true, "123456")]
    [InlineData(false, "23456")]
    public void CurrentChildData_ChangedBeforeSave_IsUpdatedAfterLoad(bool onlyAdds, string ended)
    {
        WorkflowRuntime runtime = null!;
        Transacting.Build = root =>
        {
            ReplicatorActivity replicator = Replicator("r", ExecutionType.Parallel, new[] { 1, 2, 3 }, Delay("d", 60));
            replicator.ChildCompleted += (_, e) => root.Steps += $"{e.InstanceData}";
            return
            [
                Parallel("p", Sequence("left", replicator), Sequence("right", new Reading("go"), Code("change", (_, _) =>
                {
                    System.Collections.IList data = ((ReplicatorActivity)root.GetActivityByName("r")!).CurrentChildData;
                    data.Add(4);
                    data.Insert(0, 5);
                    if (!onlyAdds)
                    {
                        data.Remove(1);
                    }

                    runtime.GetWorkflow(WorkflowEnvironment.WorkflowInstanceId).Suspend("saved");
                }), new Reading("more"), Code("add", (_, _) => ((ReplicatorActivity)root.GetActivityByName("r")!).CurrentChildData.Add(6)))),
            ];
        };
        // The lease is longer than the single step by which the clock advances past the delay.
        InMemoryInstanceStore store = new(new InMemoryInstanceStoreOptions { TimeProvider = _clock, LeaseRenewalPeriod = TimeSpan.FromDays(1) });
        using Host host = new(store, _clock, prepare: created => runtime = created);
        WorkflowInstance instance = host.Start(typeof(Transacting));
        host.Send(instance, "go", 1);
        instance.Unload();
        instance.Load();
        instance.Resume();
        host.Continue(instance);
        host.Send(instance, "more", 1);
        _clock.Advance(TimeSpan.FromMinutes(61));
        while (!host.Events.Contains("Completed") && host.Failures.IsEmpty)
        {
            host.Continue(instance);
        }

        Assert.Empty(host.Failures);
        Assert.Equal(ended, string.Concat(((string)host.Outputs["Steps"]!).Order()));
    }
}
