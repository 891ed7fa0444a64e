using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Persistence services of applications (A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class CustomPersistenceTests : IDisposable
{
    private readonly ManualWorkflowSchedulerService _scheduler = new();
    private readonly BytesPersistence _bytes = new();
    private readonly WorkflowRuntime _runtime = new();

    public CustomPersistenceTests()
    {
        _runtime.AddService(_scheduler);
        _runtime.AddService(_bytes);
    }

    [Fact]
    public void Service_OfAnApplication_SavesAndLoads()
    {
        _bytes.UnloadsOnIdle = true;
        Dictionary<string, object?> outputs = [];
        _runtime.WorkflowCompleted += (_, e) => outputs = e.OutputParameters;
        WorkflowInstance instance = Start();
        Send(instance, "first", 2);
        Send(instance, "second", 3);
        Assert.Equal(5, outputs["Sum"]);
        Assert.Equal(["save Running True True", "save Running True True", "save Completed False True"], _bytes.Calls);
        Assert.Empty(_bytes.Saved);
    }

    [Fact]
    public void Service_SuspendTerminateAbort_IsNotified()
    {
        WorkflowInstance instance = Start();
        instance.Suspend("wait");
        instance.Unload();
        instance.Load();
        instance.Abort();
        instance.Load();
        instance.Terminate("enough");
        Assert.Equal(["save Suspended True True wait", "unlock", "save Terminated False True enough"], _bytes.Calls);
        Assert.Throws<InvalidOperationException>(instance.Load);
    }

    [Fact]
    public void AddService_SecondServiceOrStarted_IsRefused()
    {
        Assert.Contains(
            "add one WorkflowPersistenceService",
            Assert.Throws<InvalidOperationException>(() => _runtime.AddService(new BytesPersistence())).Message,
            StringComparison.Ordinal);
        _runtime.StartRuntime();
        Assert.Throws<InvalidOperationException>(() => _runtime.AddService(new DefaultWorkflowCommitWorkBatchService()));
        Assert.Throws<InvalidOperationException>(() => _runtime.RemoveService(_bytes));
    }

    [Fact]
    public void RestoreFromDefaultSerializedForm_OutsideOfALoad_IsRefused() =>
        Assert.Contains(
            "only while the runtime loads an instance", Assert.Throws<PersistenceException>(() => Outside.Restore([1])).Message, StringComparison.Ordinal);

    public void Dispose() => _runtime.Dispose();

    private WorkflowInstance Start()
    {
        WorkflowInstance instance = _runtime.CreateWorkflow(typeof(Adding));
        instance.Start();
        _scheduler.RunWorkflow(instance.InstanceId);
        return instance;
    }

    private void Send(WorkflowInstance instance, string queue, object item)
    {
        instance.EnqueueItem(queue, item, null, null);
        _scheduler.RunWorkflow(instance.InstanceId);
    }

    private abstract class Outside : WorkflowPersistenceService
    {
        public static void Restore(byte[] bytes) => RestoreFromDefaultSerializedForm(bytes, null);
    }
}
