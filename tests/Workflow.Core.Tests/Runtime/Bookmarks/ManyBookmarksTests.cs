using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Definition;
using Workflow.Hosting;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Executors;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Core.Tests.Runtime.Bookmarks;

/// <summary>
/// Checks that the cost of an operation on one bookmark does not depend on the number of open bookmarks. With a cost proportional to that number, a test would
/// run for minutes and exceed the hang limit.
/// </summary>
public sealed class ManyBookmarksTests
{
    private const int Many = 100_000;

    [Fact]
    public Task Resume_ManyOfOneActivity_CostsConstantTime() => Limit(() =>
    {
        Holder holder = new(Many, BookmarkOptions.None);
        int told = 0;
        WorkflowApplication application = new(holder) { SynchronizationContext = new InlineContext(), Idle = _ => told++ };
        NoContext.Run(application.Run);
        for (int i = 0; i < Many; i++)
        {
            Task<BookmarkResumptionResult> answer = Started.WithoutContext(() => application.ResumeBookmarkAsync(Holder.NameOf(i), i));
            Assert.Equal(BookmarkResumptionResult.Success, Finished.ResultOf(answer));
        }

        Assert.Equal((Many, Many), (holder.Resumed, told));
        Assert.Equal(ActivityInstanceState.Closed, Finished.ResultOf(application.Completion).State);
    });

    [Fact]
    public Task Idle_ManyChildren_CostsConstantTime() => Limit(() =>
    {
        Program program = FrozenDefinition.Of(WaitingChildren(Many));
        WorkflowExecutor executor = ExecutorPool.Rent(program);
        executor.Attach(new InstanceState(program));
        executor.Begin(null);
        executor.RunFirst();
        InstanceState state = executor.State;
        for (int i = 0; i < 10 * Many; i++)
        {
            ExecutorPool.Detach(executor);
            executor = ExecutorPool.Rent(state.Program);
            executor.Attach(state);
        }

        ExecutorPool.Discard(executor);
    });

    [Theory]
    [InlineData(BookmarkOptions.None)]
    [InlineData(BookmarkOptions.NonBlocking)]
    [InlineData(BookmarkOptions.MultipleResume)]
    [InlineData(BookmarkOptions.MultipleResume | BookmarkOptions.NonBlocking)]
    public Task Remove_ByObject_CostsConstantTime(BookmarkOptions options) => Limit(() =>
    {
        Holder holder = new(4 * Many, options) { RemovesFromTheFirst = true };
        WorkflowInvoker.Invoke(holder);
        Assert.Equal(4 * Many, holder.Removed);
    });

    /// <summary>Each queued resumption keeps its owner executing; the check for other reasons must not enumerate the bookmarks.</summary>
    [Fact]
    [Rule("8.8")]
    public Task Cancel_ManyQueuedResumptions_CostsConstantTimeEach() => Limit(() =>
    {
        Holder holder = new(4 * Many, BookmarkOptions.MultipleResume) { ResumesItself = true };
        WorkflowExecutor executor = Start(holder);
        executor.Queue.Raise(Workflow.Runtime.Scheduling.Signals.Cancel);
        executor.Loop.Run();
        Assert.Equal((4 * Many, ActivityInstanceState.Canceled), (holder.Resumed, executor.State.Root!.State));
        ExecutorPool.Return(executor);
    });

    /// <summary>A reused executor must not clear a table of the size that an earlier instance needed.</summary>
    [Fact]
    public Task Start_ReusedExecutor_CostsConstantTime() => Limit(() =>
    {
        Holder holder = new(5 * Many, BookmarkOptions.NonBlocking);
        WorkflowExecutor first = Start(holder);
        ExecutorPool.Return(first);
        holder.Count = 1;
        for (int i = 0; i < Many; i++)
        {
            WorkflowExecutor next = Start(holder);
            Assert.Same(first, next);
            ExecutorPool.Return(next);
        }
    });

    [Fact]
    public void IdleHandler_OverHundredBookmarks_ReadsThemInside()
    {
        WorkflowApplicationIdleEventArgs? read = null, unread = null;
        WorkflowApplication application = new(new Holder(101, BookmarkOptions.None)) { SynchronizationContext = new InlineContext() };
        application.Idle = args =>
        {
            Assert.Equal(101, args.Bookmarks.Count);
            read = args;
        };
        NoContext.Run(application.Run);
        application.Idle = args => unread = args;
        Resume(0);
        Assert.Equal(101, read!.Bookmarks.Count);
        Assert.Equal(100, unread!.Bookmarks.Count);
        application.Idle = null;
        Resume(1);
        Assert.Equal(100, unread.Bookmarks.Count);
        Assert.True(Started.WithoutContext(() => application.TerminateAsync("enough")).IsCompletedSuccessfully);

        void Resume(int number) => Finished.ResultOf(Started.WithoutContext(() => application.ResumeBookmarkAsync(Holder.NameOf(number), null)));
    }

    [Fact]
    public void IdleHandler_OverHundredBookmarksReadLater_Throws()
    {
        WorkflowApplicationIdleEventArgs? kept = null;
        WorkflowApplication application = new(new Holder(101, BookmarkOptions.None))
        {
            SynchronizationContext = new InlineContext(),
            Idle = args => kept = args
        };
        NoContext.Run(application.Run);
        Assert.Throws<InvalidOperationException>(() => kept!.Bookmarks);
        Assert.True(Started.WithoutContext(() => application.TerminateAsync("enough")).IsCompletedSuccessfully);
    }

    private static WorkflowExecutor Start(Activity workflow)
    {
        WorkflowExecutor executor = ExecutorPool.Rent(FrozenDefinition.Of(workflow));
        executor.Begin(null, static _ => throw new InvalidOperationException("Nothing here needs a host."));
        executor.RunFirst();
        return executor;
    }

    private static Workflow.Statements.ParallelForEach<int> WaitingChildren(int count)
    {
        DelegateInArgument<int> number = new();
        return new Workflow.Statements.ParallelForEach<int>
        {
            Values = new InArgument<IEnumerable<int>>(_ => Enumerable.Range(0, count)),
            Body = new ActivityAction<int> { Argument = number, Handler = new Holder(1, BookmarkOptions.None) { IsUnnamed = true } },
        };
    }

    private static Task Limit(Action work) => Task.Run(work).WaitAsync(HangGuard.Limit);

    /// <summary>Waits at the given number of bookmarks.</summary>
    private sealed class Holder(int count, BookmarkOptions options) : NativeActivity
    {
        public int Count { get; set; } = count;

        public bool IsUnnamed { get; init; }

        public bool RemovesFromTheFirst { get; init; }

        public bool ResumesItself { get; init; }

        public int Resumed { get; private set; }

        public int Removed { get; private set; }

        protected override bool CanInduceIdle => true;

        public static string NameOf(int number) => number.ToString(CultureInfo.InvariantCulture);

        protected override void Execute(NativeActivityContext context)
        {
            Bookmark[] bookmarks = new Bookmark[Count];
            for (int i = 0; i < bookmarks.Length; i++)
            {
                bookmarks[i] = IsUnnamed ? context.CreateBookmark(OnResumed, options) : context.CreateBookmark(NameOf(i), OnResumed, options);
            }

            if (RemovesFromTheFirst)
            {
                Removed = bookmarks.Count(context.RemoveBookmark);
            }
        }

        protected override void Cancel(NativeActivityContext context)
        {
            for (int i = 0; i < (ResumesItself ? Count : 0); i++)
            {
                context.ResumeBookmark(new Bookmark(NameOf(i)), null);
            }

            base.Cancel(context);
        }

        private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => Resumed++;
    }
}
