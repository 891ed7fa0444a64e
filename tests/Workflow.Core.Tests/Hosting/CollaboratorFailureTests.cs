using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Hosting;

/// <summary>A synchronization context or clock that fails ends the instance that uses it, and leaves nothing behind (rule 16.1.3).</summary>
public sealed class CollaboratorFailureTests
{
    private readonly Log _log = new();

    public enum Failure
    {
        BeforeThePost,
        AfterThePost,
        Twice,
    }

    public static TheoryData<int, Failure> Posts
    {
        get
        {
            TheoryData<int, Failure> posts = [];
            foreach (Failure failure in Enum.GetValues<Failure>())
            {
                for (int i = 1; i <= 12; i++)
                {
                    posts.Add(i, failure);
                }
            }

            return posts;
        }
    }

    [Theory]
    [MemberData(nameof(Posts))]
    [Rule("16.1.3")]
    public async Task Context_ThatFailsOnce_AbortsTheApplicationAndReleasesIt(int at, Failure failure)
    {
        FailingContext context = new(at, failure);
        InMemoryInstanceStore store = new();
        Operation operation = new(_log, "operation");
        WorkflowApplication application = new(new Sequence { Activities = { new Wait(_log, "w"), operation, new Persist(), new Step(_log, "after") } })
        {
            SynchronizationContext = context,
            InstanceStore = store,
        };
        int aborted = 0, completed = 0;
        application.Aborted = _ => Interlocked.Increment(ref aborted);
        application.Completed = _ => Interlocked.Increment(ref completed);
        application.Run();
        await Record.ExceptionAsync(() => application.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit));
        await Record.ExceptionAsync(() => application.GetBookmarksAsync().WaitAsync(HangGuard.Limit));
        await Record.ExceptionAsync(() => application.PersistAsync(new CancellationToken(true)).WaitAsync(HangGuard.Limit));
        operation.Succeed();
        Exception? end = await Record.ExceptionAsync(() => application.Completion.WaitAsync(HangGuard.Limit));
        if (context.HasFailed && failure != Failure.Twice)
        {
            Assert.Same(context.Reason, Assert.IsType<WorkflowApplicationAbortedException>(end).InnerException);
            Assert.Equal(1, aborted);
        }
        else
        {
            Assert.Null(end);
            Assert.Equal((0, 1), (aborted, completed));
            Assert.Single(_log.Entries, "after");
        }
    }

    [Theory]
    [InlineData(1, Failure.BeforeThePost)]
    [InlineData(2, Failure.BeforeThePost)]
    [InlineData(1, Failure.AfterThePost)]
    [Rule("17.3")]
    public async Task Context_ThatFailsOnce_AbortsTheInvocation(int at, Failure failure)
    {
        FailingContext context = new(at, failure) { IsInline = true };
        Operation operation = new(_log, "operation");
        Task run = Task.CompletedTask;
        NoContext.Run(() =>
        {
            SynchronizationContext.SetSynchronizationContext(context);
            run = WorkflowInvoker.InvokeAsync(new Sequence { Activities = { operation, new Step(_log, "after") } });
        });
        if (at == 1)
        {
            // The workflow has already been aborted; the end of the operation must have no effect.
            await Record.ExceptionAsync(() => run.WaitAsync(HangGuard.Limit));
        }

        operation.Succeed();
        Exception? end = await Record.ExceptionAsync(() => run.WaitAsync(HangGuard.Limit));
        Assert.Same(context.Reason, Assert.IsType<WorkflowApplicationAbortedException>(end).InnerException);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(6)]
    [Rule("16.1.3")]
    public async Task Clock_ThatFailsForARecord_AbortsTheInstance(int after)
    {
        foreach (bool isHosted in (bool[])[true, false])
        {
            FailingClock clock = new(after);
            Sequence root = new()
            {
                Activities =
                {
                    new Step(_log, "one"),
                    new TryCatch { Try = new Step(_log, "two"), Catches = { new Catch<Exception>() } },
                    new Wait(_log, "w")
                }
            };
            Exception? end;
            if (isHosted)
            {
                WorkflowApplication application = new(root);
                application.Extensions.Add<TimeProvider>(clock);
                application.Extensions.Add(new Collector());
                application.Run();
                end = await Record.ExceptionAsync(() => application.Completion.WaitAsync(HangGuard.Limit));
            }
            else
            {
                WorkflowInvoker invoker = new(root);
                invoker.Extensions.Add<TimeProvider>(clock);
                invoker.Extensions.Add(new Collector());
                end = await Record.ExceptionAsync(() => invoker.InvokeAsync().WaitAsync(HangGuard.Limit));
            }

            Assert.Same(clock.Reason, Assert.IsType<WorkflowApplicationAbortedException>(end).InnerException);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Rule("16.1.3")]
    [Rule("21")]
    public async Task Clock_ThatFailsWhenATimerFires_AbortsTheInstance(bool isHosted)
    {
        // The delay reads the clock once, so the read when the timer fires is the first that fails.
        FailingClock clock = new(1);
        Delay root = new() { Duration = TimeSpan.FromHours(1) };
        Task run;
        if (isHosted)
        {
            WorkflowApplication application = new(root);
            application.Extensions.Add<TimeProvider>(clock);
            Assert.Equal(BookmarkResumptionResult.NotFound, await application.ResumeBookmarkAsync("other").WaitAsync(HangGuard.Limit));
            run = application.Completion;
        }
        else
        {
            WorkflowInvoker invoker = new(root);
            invoker.Extensions.Add<TimeProvider>(clock);
            run = invoker.InvokeAsync();
        }

        await clock.HasTimer.WaitAsync(HangGuard.Limit);
        await OnThreadOfItsOwn.Run(clock.Ring).WaitAsync(HangGuard.Limit);
        Exception? end = await Record.ExceptionAsync(() => run.WaitAsync(HangGuard.Limit));
        Assert.Same(clock.Reason, Assert.IsType<WorkflowApplicationAbortedException>(end).InnerException);
    }

    [Fact]
    [Rule("17.2")]
    public async Task Clock_CannotCreateATimer_FailsTheCallWithATimeout()
    {
        FailingClock clock = new(0) { MakesTimers = false };
        Ended ended = new();
        for (int i = 1; i <= 3; i++)
        {
            WorkflowInvoker invoker = new(new Step(_log, "step"));
            invoker.Extensions.Add<TimeProvider>(clock);
            invoker.Extensions.Add(() => ended);
            Assert.Same(clock.Reason, Assert.Throws<InvalidOperationException>(() => invoker.Invoke(TimeSpan.FromHours(1))));
            Assert.Same(clock.Reason, await Assert.ThrowsAsync<InvalidOperationException>(() => invoker.InvokeAsync(null, TimeSpan.FromHours(1))));
            Assert.Equal(2 * i, ended.Times);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Rule("16.5")]
    [Rule("17.2")]
    public async Task Participant_ThrowsWhenItsSaveIsCanceled_BlocksNothing(bool isHosted)
    {
        VirtualTimeProvider clock = new();
        ThrowsWhenCanceled stubborn = new();
        Sequence root = new() { Activities = { new Persist(), new Step(_log, "after") } };
        if (isHosted)
        {
            WorkflowApplication application = new(root);
            application.Extensions.Add(stubborn);
            application.Run();
            await stubborn.Saving.WaitAsync(HangGuard.Limit);
            application.Abort("no more");
            await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
        }
        else
        {
            WorkflowInvoker invoker = new(root);
            invoker.Extensions.Add(stubborn);
            invoker.Extensions.Add<TimeProvider>(clock);
            Task run = invoker.InvokeAsync(null, TimeSpan.FromHours(1));
            await stubborn.Saving.WaitAsync(HangGuard.Limit);
            clock.Advance(TimeSpan.FromHours(1));
            await Assert.ThrowsAsync<TimeoutException>(() => run.WaitAsync(HangGuard.Limit));
        }

        Assert.Empty(_log.Entries);
    }

    /// <summary>Saves until its save is canceled, and then throws.</summary>
    private sealed class ThrowsWhenCanceled() : PersistenceIOParticipant(isSaveTransactionRequired: false, isLoadTransactionRequired: false)
    {
        private readonly TaskCompletionSource _saving = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Saving => _saving.Task;

        protected override async Task OnSaveAsync(
            IDictionary<System.Xml.Linq.XName, object?> readWriteValues,
            IDictionary<System.Xml.Linq.XName, object?> writeOnlyValues,
            CancellationToken cancellationToken)
        {
            TaskCompletionSource stopped = new();
            using CancellationTokenRegistration first = cancellationToken.Register(() => stopped.TrySetCanceled(cancellationToken));
            using CancellationTokenRegistration second = cancellationToken.Register(() => throw new InvalidOperationException("never"));
            _saving.TrySetResult();
            await stopped.Task;
        }

        protected override void Abort()
        {
        }
    }

    private sealed class Ended : IDisposable
    {
        public int Times { get; private set; }

        public void Dispose() => Times++;
    }

    /// <summary>Posts to the thread pool, and fails at one post.</summary>
    private sealed class FailingContext(int at, Failure failure) : SynchronizationContext
    {
        private int _posts;

        public bool HasFailed { get; private set; }

        /// <summary>True to run a posted callback within the call of Post.</summary>
        public bool IsInline { get; init; }

        public InvalidOperationException Reason { get; } = new("the window is closed");

        public override void Post(SendOrPostCallback d, object? state)
        {
            bool fails = Interlocked.Increment(ref _posts) == at;
            HasFailed |= fails;
            if (IsInline && (!fails || failure != Failure.BeforeThePost))
            {
                d(state);
            }
            else if (!fails || failure != Failure.BeforeThePost)
            {
                ThreadPool.QueueUserWorkItem(_ => d(state));
            }

            if (fails && failure == Failure.Twice)
            {
                ThreadPool.QueueUserWorkItem(_ => d(state));
            }
            else if (fails)
            {
                throw Reason;
            }
        }
    }

    /// <summary>A clock that can be read the given number of times, and then throws.</summary>
    private sealed class FailingClock(int times) : TimeProvider
    {
        private readonly VirtualTimeProvider _clock = new();
        private readonly TaskCompletionSource _hasTimer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _told;
        private TimerCallback? _callback;
        private object? _state;

        public bool MakesTimers { get; init; } = true;

        /// <summary>
        /// Completes with the first timer. An instance may reach its delay on another thread, after the call that starts the instance has returned.
        /// </summary>
        public Task HasTimer => _hasTimer.Task;

        public InvalidOperationException Reason { get; } = new("the clock is broken");

        public override DateTimeOffset GetUtcNow() => Interlocked.Increment(ref _told) > times ? throw Reason : _clock.GetUtcNow();

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            (_callback, _state) = (callback, state);
            _hasTimer.TrySetResult();
            return MakesTimers ? _clock.CreateTimer(callback, state, dueTime, period) : throw Reason;
        }

        public void Ring() => _callback!(_state);
    }
}
