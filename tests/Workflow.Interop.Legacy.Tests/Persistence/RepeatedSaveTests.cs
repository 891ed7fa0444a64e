using System.Diagnostics.CodeAnalysis;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>
/// A thread reuses buffers and tables for its saves. The bytes of a save do not depend on this: they equal those of a thread that has saved nothing (A.10).
/// </summary>
[Trait("Paragraph", "A.10")]
public sealed class RepeatedSaveTests : IDisposable
{
    private const int MostWaits = 30;
    private readonly WorkflowRuntime _runtime = new();
    private readonly ManualWorkflowSchedulerService _scheduler = new();
    private readonly ComparingPersistence _persistence = new();
    private readonly HashSet<Guid> _ended = [];
    private readonly List<Exception> _failures = [];

    public RepeatedSaveTests()
    {
        _runtime.AddService(_scheduler);
        _runtime.AddService(_persistence);
        _runtime.WorkflowCompleted += (_, e) => _ended.Add(e.WorkflowInstance.InstanceId);
        _runtime.WorkflowTerminated += (_, e) => _ended.Add(e.WorkflowInstance.InstanceId);
        _runtime.ServicesExceptionNotHandled += (_, e) => _failures.Add(e.Exception);
        _runtime.StartRuntime();
    }

    public void Dispose() => _runtime.Dispose();

    [Fact]
    public void Saves_OfGeneratedWorkflows_MatchFreshThread()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            Generated.Seed = seed;
            Generated.Trace = [];
            Run(_runtime.CreateWorkflow(typeof(Generated)));
        }

        Assert.InRange(_persistence.Saves, 200, int.MaxValue);
        Assert.Empty(_persistence.Differences);
        Assert.Empty(_failures);
    }

    /// <summary>Neither a save that is much larger than the buffers nor a save that was refused midway affects later saves.</summary>
    [Fact]
    public void Save_AfterLargeAndRefusedSaves_HasSameBytes()
    {
        byte[] first = SaveOf(10);
        Assert.InRange(SaveOf(20_000).Length, 1 << 19, int.MaxValue);
        _persistence.Last = [];
        _ = Start(10, isRefused: true);
        Assert.Empty(_persistence.Last);
        Assert.Contains("'Filled' cannot be saved", Assert.Single(_failures).Message, StringComparison.Ordinal);
        byte[] last = SaveOf(10);
        Assert.Equal(first.Length, last.Length);
        Assert.Empty(_persistence.Differences);
    }

    private byte[] SaveOf(int items)
    {
        _ = Start(items, isRefused: false);
        return _persistence.Last;
    }

    private WorkflowInstance Start(int items, bool isRefused)
    {
        WorkflowInstance instance = _runtime.CreateWorkflow(typeof(Filled), new Dictionary<string, object> { ["Count"] = items, ["IsRefused"] = isRefused });
        instance.Start();
        _scheduler.RunWorkflow(instance.InstanceId);
        return instance;
    }

    private void Run(WorkflowInstance instance)
    {
        instance.Start();
        _scheduler.RunWorkflow(instance.InstanceId);
        for (int i = 0; i < MostWaits && !_ended.Contains(instance.InstanceId); i++)
        {
            IComparable queue = instance.GetWorkflowQueueData()
                .Where(static data => data.SubscribedActivityNames.Count > 0)
                .Select(static data => (string)data.QueueName)
                .Order(StringComparer.Ordinal)
                .First();
            instance.EnqueueItem(queue, i % 7, null, null);
            _scheduler.RunWorkflow(instance.InstanceId);
        }
    }

    /// <summary>Contains objects that refer to each other, a dictionary with objects as keys, and strings.</summary>
    public sealed class Filled : SequentialWorkflowActivity
    {
        private readonly List<Item> _items = [];
        private readonly Dictionary<Item, string> _names = [];

        public Filled()
        {
            Name = "Filled";
            CodeActivity fill = new("fill");
            fill.ExecuteCode += OnFill;
            this.With(fill, new Reading("wait"));
        }

        public int Count { get; set; }

        public bool IsRefused { get; set; }

        /// <summary>The value that a save writes after the items. A string builder cannot be saved.</summary>
        public object? Last { get; private set; }

        private void OnFill(object? sender, EventArgs e)
        {
            for (int i = 0; i < Count; i++)
            {
                _items.Add(new Item { Number = i, Text = $"item {i} \u20AC", Next = _items.LastOrDefault() });
            }

            _names.Add(_items[0], "first");
            Last = IsRefused ? new System.Text.StringBuilder() : _items[0];
        }
    }

    [Serializable]
    public sealed class Item
    {
        public int Number { get; set; }

        public string Text { get; set; } = string.Empty;

        public Item? Next { get; set; }
    }

    /// <summary>Serializes each state twice on the thread of the instance and once on a new thread, and compares the bytes.</summary>
    private sealed class ComparingPersistence : WorkflowPersistenceService
    {
        private readonly Dictionary<Guid, byte[]> _saved = [];

        public int Saves { get; private set; }

        public byte[] Last { get; set; } = [];

        public List<string> Differences { get; } = [];

        [SuppressMessage(
            "ApiDesign",
            "RS0030:Do not use banned APIs",
            Justification = "The method of WF3 is synchronous, and a new thread is what is compared.")]
        protected override void SaveWorkflowInstanceState(Activity rootActivity, bool unlock)
        {
            Guid id = WorkflowEnvironment.WorkflowInstanceId;
            if (GetWorkflowStatus(rootActivity) is WorkflowStatus.Completed or WorkflowStatus.Terminated)
            {
                _saved.Remove(id);
                return;
            }

            Last = GetDefaultSerializedForm(rootActivity);
            byte[] again = GetDefaultSerializedForm(rootActivity);
            byte[] onNewThread = [];
            Thread thread = new(() => onNewThread = GetDefaultSerializedForm(rootActivity));
            thread.Start();
            thread.Join();
            if (!Last.AsSpan().SequenceEqual(again) || !Last.AsSpan().SequenceEqual(onNewThread))
            {
                Differences.Add($"{rootActivity.QualifiedName}, save {Saves}: {Last.Length}, {again.Length} and {onNewThread.Length} bytes");
            }

            Saves++;
            _saved[id] = Last;
        }

        protected override void UnlockWorkflowInstanceState(Activity rootActivity)
        {
        }

        protected override Activity LoadWorkflowInstanceState(Guid instanceId) => RestoreFromDefaultSerializedForm(_saved[instanceId], null);

        protected override void SaveCompletedContextActivity(Activity activity) => throw new NotSupportedException("Nothing calls it.");

        protected override Activity LoadCompletedContextActivity(Guid scopeId, Activity outerActivity) => throw new NotSupportedException("Nothing calls it.");

        protected override bool UnloadOnIdle(Activity activity) => true;
    }
}
