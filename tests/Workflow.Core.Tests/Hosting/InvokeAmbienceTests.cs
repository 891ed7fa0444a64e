using System.Collections.Concurrent;
using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Hosting;

/// <summary>The ambient values that flow between the caller of an invoker and the workflow (rules 17.1, 17.3 and 22.1).</summary>
public sealed class InvokeAmbienceTests
{
    private static readonly AsyncLocal<string?> Ambient = new();

    private readonly Log _log = new();

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [Rule("17.1")]
    public Task Invoke_ThatSetsAmbientValues_LeavesTheCallersAlone(bool waits, bool suppressesFlow) => OnThreadOfItsOwn.Run(() =>
    {
        PumpContext context = new();
        SynchronizationContext.SetSynchronizationContext(context);
        Ambient.Value = "the caller's";
        CultureInfo.CurrentCulture = new CultureInfo("sv-SE");
        if (suppressesFlow)
        {
            ExecutionContext.SuppressFlow();
        }

        Sequence root = new()
        {
            Activities =
            {
                new Step(_log, "step", _ =>
                {
                    _log.Add($"{Ambient.Value}, {CultureInfo.CurrentCulture.Name}, {ReferenceEquals(context, SynchronizationContext.Current)}");
                    Ambient.Value = "the activity's";
                    CultureInfo.CurrentCulture = new CultureInfo("fr-FR");
                    SynchronizationContext.SetSynchronizationContext(null);
                }),
            },
        };
        if (waits)
        {
            root.Activities.Add(new Awaiting(_ => Task.Run(() => 1)));
        }

        for (int i = 0; i < 2; i++)
        {
            WorkflowInvoker.Invoke(root);
            Assert.Equal("the caller's", Ambient.Value);
            Assert.Equal("sv-SE", CultureInfo.CurrentCulture.Name);
            Assert.Same(context, SynchronizationContext.Current);
            Assert.Equal(suppressesFlow, ExecutionContext.IsFlowSuppressed());
        }

        _log.AssertIs("step", "the caller's, sv-SE, True", "step", "the caller's, sv-SE, True");
    }).WaitAsync(HangGuard.Limit);

    [Fact]
    [Rule("17.1")]
    public Task Invoke_ThatFails_LeavesTheCallersAmbientValuesAlone() => OnThreadOfItsOwn.Run(() =>
    {
        Ambient.Value = "the caller's";
        Assert.Throws<TimeoutException>(() => WorkflowInvoker.Invoke(new Step(_log, "step", _ =>
        {
            Ambient.Value = "the activity's";
            throw new TimeoutException("late");
        })));
        Assert.Equal("the caller's", Ambient.Value);
    }).WaitAsync(HangGuard.Limit);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Rule("17.3")]
    public async Task InvokeAsync_AfterAWait_HasTheCallersAmbientValues(bool inContext)
    {
        Operation operation = new(_log, "operation");
        Sequence root = new() { Activities = { Look(), operation, Look() } };
        PumpContext pump = new();
        Task run = Task.CompletedTask;
        await OnThreadOfItsOwn.Run(() =>
        {
            SynchronizationContext.SetSynchronizationContext(inContext ? pump : null);
            Ambient.Value = "the caller's";
            run = WorkflowInvoker.InvokeAsync(root);
            Assert.Equal("the caller's", Ambient.Value);
        }).WaitAsync(HangGuard.Limit);
        await OnThreadOfItsOwn.Run(() =>
        {
            Ambient.Value = "somebody's";
            pump.Pump();
            operation.Succeed();
            pump.Pump();
            Assert.Equal("somebody's", Ambient.Value);
            Assert.Null(SynchronizationContext.Current);
        }).WaitAsync(HangGuard.Limit);
        await run.WaitAsync(HangGuard.Limit);
        string expected = $"the caller's, {inContext}";
        _log.AssertIs("look", expected, "operation starts", "look", expected);

        Step Look() => new(_log, "look", _ =>
        {
            _log.Add($"{Ambient.Value}, {SynchronizationContext.Current is PumpContext}");
            Ambient.Value = "the activity's";
        });
    }

    [Fact]
    [Rule("22.1")]
    public Task Invoke_UnderAContext_RunsAsynchronousActivitiesOutsideIt() => OnThreadOfItsOwn.Run(() =>
    {
        PumpContext context = new();
        SynchronizationContext.SetSynchronizationContext(context);
        Sequence root = new()
        {
            Activities =
            {
                new Step(_log, "before", _ => _log.Add($"{ReferenceEquals(context, SynchronizationContext.Current)}")),
                new Awaiting(async _ =>
                {
                    _log.Add($"{SynchronizationContext.Current is null}");
                    await Task.Yield();
                    await Task.Run(() => { });
                    return 7;
                }),
                new Step(_log, "after", _ => _log.Add($"{ReferenceEquals(context, SynchronizationContext.Current)}")),
            },
        };
        WorkflowInvoker.Invoke(root);
        Assert.Equal(0, context.Posted);
        _log.AssertIs("before", "True", "True", "after", "True");
    }).WaitAsync(HangGuard.Limit);

    [Fact]
    [Rule("22.1")]
    public Task Invoke_OnASingleThreadScheduler_RunsOperationsOutsideIt() => OnThreadOfItsOwn.Run(() =>
    {
        OneThread scheduler = new();
        Task invoke = new(() => WorkflowInvoker.Invoke(new Awaiting(async _ =>
        {
            await Task.Yield();
            await Task.Run(() => { });
            return ReferenceEquals(TaskScheduler.Current, TaskScheduler.Default) ? 7 : 0;
        })));
        invoke.Start(scheduler);
        scheduler.RunOne();
        Assert.True(invoke.IsCompletedSuccessfully);
    }).WaitAsync(HangGuard.Limit);

    [Fact]
    [Rule("15.6")]
    [Rule("22.1")]
    public Task Invoke_UnderAContext_CallsAsynchronousParticipantsOutsideIt() => OnThreadOfItsOwn.Run(() =>
    {
        PumpContext context = new();
        SynchronizationContext.SetSynchronizationContext(context);
        WorkflowInvoker invoker = new(new Sequence { Activities = { new Step(_log, "step"), new Persist() } });
        invoker.Extensions.Add(new Tracks());
        invoker.Extensions.Add(new Saves());
        invoker.Invoke();
        Assert.Equal(0, context.Posted);
        _log.AssertIs("step");
    }).WaitAsync(HangGuard.Limit);

    [Fact]
    [Rule("17.3")]
    public async Task InvokeAsync_ChainOfResumptions_DoesNotOverflowTheStack()
    {
        const int Length = 20_000;
        Proxied[] proxies = [.. Enumerable.Range(0, Length).Select(_ => new Proxied())];
        Task[] runs = new Task[Length];
        Probe probe = new(new Log(), "probe");
        probe.Body = context => context.CreateBookmark("w", probe.Resumed);
        probe.OnResume = (_, _, value) =>
        {
            int next = (int)value! + 1;
            if (next < Length)
            {
                _ = proxies[next].Proxy!.ResumeBookmarkAsync(new Bookmark("w"), next).AsTask();
            }
        };
        for (int i = 0; i < Length; i++)
        {
            WorkflowInvoker invoker = new(probe);
            invoker.Extensions.Add(proxies[i]);
            runs[i] = Started.WithoutContext(() => invoker.InvokeAsync());
        }

        await OnThreadOfItsOwn.Run(() => _ = proxies[0].Proxy!.ResumeBookmarkAsync(new Bookmark("w"), 0).AsTask()).WaitAsync(HangGuard.Limit);
        await Task.WhenAll(runs).WaitAsync(HangGuard.Limit);
    }

    /// <summary>Awaits without <c>ConfigureAwait(false)</c>, as most authors do.</summary>
    private sealed class Awaiting(Func<AsyncCodeActivityContext, Task<int>> work) : AsyncCodeActivity<int>
    {
        protected override async Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => await work(context);
    }

    private sealed class Tracks : TrackingParticipant
    {
        protected override void Track(TrackingRecord record, TimeSpan timeout)
        {
        }

        protected override async Task TrackAsync(TrackingRecord record, CancellationToken cancellationToken)
        {
            await Task.Yield();
            Track(record, TimeSpan.Zero);
        }
    }

    private sealed class Saves() : Workflow.Persistence.PersistenceIOParticipant(isSaveTransactionRequired: false, isLoadTransactionRequired: false)
    {
        protected override async Task OnSaveAsync(
            IDictionary<System.Xml.Linq.XName, object?> readWriteValues,
            IDictionary<System.Xml.Linq.XName, object?> writeOnlyValues,
            CancellationToken cancellationToken) => await Task.Yield();

        protected override void Abort()
        {
        }
    }

    /// <summary>Runs queued tasks on the thread that calls <see cref="RunOne"/>.</summary>
    private sealed class OneThread : TaskScheduler
    {
        private readonly ConcurrentQueue<Task> _tasks = [];

        public void RunOne()
        {
            Assert.True(_tasks.TryDequeue(out Task? task));
            TryExecuteTask(task);
        }

        protected override IEnumerable<Task> GetScheduledTasks() => _tasks;

        protected override void QueueTask(Task task) => _tasks.Enqueue(task);

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;
    }
}
