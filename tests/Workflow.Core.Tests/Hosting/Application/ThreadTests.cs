using System.Globalization;
using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The thread on which an instance continues, and the ambient values of the caller that it sees there (rule 16.1.1).</summary>
public sealed class ThreadTests
{
    /// <summary>The length of a chain of nested runs that would overflow any stack.</summary>
    private const int Depth = 100_000;

    private static readonly AsyncLocal<string> Ambient = new();

    private readonly Log _log = new();

    public enum Way
    {
        Resume,
        ResumeInTurn,
        Cancel,
        Terminate,
        EndOfAnOperation,
    }

    [Theory]
    [InlineData(Way.Resume)]
    [InlineData(Way.ResumeInTurn)]
    [InlineData(Way.Cancel)]
    [InlineData(Way.Terminate)]
    [InlineData(Way.EndOfAnOperation)]
    [Rule("16.1.1")]
    public async Task Operation_OfAnIdleInstance_RunsNothingOnTheCallersThread(Way way)
    {
        List<int> threads = [];
        Subject subject = await Subject.CreateAsync(way, () => threads.Add(Environment.CurrentManagedThreadId));
        int here = 0;
        await OnThreadOfItsOwn.Run(() =>
        {
            here = Environment.CurrentManagedThreadId;
            subject.Bring();

            // Waits for the end of the instance, so that no other thread can have the id of this one.
            SpinWait.SpinUntil(() => subject.Application.Completion.IsCompleted, HangGuard.Limit);
        }).WaitAsync(HangGuard.Limit);
        Assert.True(subject.Application.Completion.IsCompleted);
        Assert.NotEmpty(threads);
        Assert.DoesNotContain(here, threads);
    }

    [Theory]
    [InlineData(Way.Resume)]
    [InlineData(Way.ResumeInTurn)]
    [InlineData(Way.Cancel)]
    [InlineData(Way.Terminate)]
    [InlineData(Way.EndOfAnOperation)]
    [Rule("16.1.1")]
    public async Task RunsInline_Operation_RunsOnTheCallersThreadUntilTheNextWait(Way way)
    {
        List<int> threads = [];
        Subject subject = await Subject.CreateAsync(way, () => threads.Add(Environment.CurrentManagedThreadId), runsInline: true);
        await OnThreadOfItsOwn.Run(() =>
        {
            threads.Clear();
            subject.Bring();
            Assert.True(subject.Application.Completion.IsCompleted);
            Assert.All(threads, thread => Assert.Equal(Environment.CurrentManagedThreadId, thread));
        }).WaitAsync(HangGuard.Limit);
        Assert.NotEmpty(threads);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [Rule("16.1.1")]
    public async Task AmbientValues_DoNotFlowBetweenTheCallerAndTheInstance(bool runsInline, bool inContext)
    {
        string? seen = null;
        void Look()
        {
            seen ??= $"{Ambient.Value ?? "nothing"}, {CultureInfo.CurrentCulture.Name == "eo"}, {SynchronizationContext.Current is PumpContext}, {Transaction.Current is null}";
            Ambient.Value = "the activity's";
            CultureInfo.CurrentCulture = new CultureInfo("sv-SE");
        }

        Subject subject = await Subject.CreateAsync(Way.Resume, Look, runsInline, inContext ? new InlineContext() : null);
        string after = "";
        PumpContext callers = new();
        await OnThreadOfItsOwn.Run(() =>
        {
            seen = null;
            Ambient.Value = "the caller's";
            CultureInfo.CurrentCulture = new CultureInfo("eo");
            SynchronizationContext.SetSynchronizationContext(callers);
            using CommittableTransaction transaction = new();
            Transaction.Current = transaction;
            subject.Bring();
            Assert.Same(transaction, Transaction.Current);
            Transaction.Current = null;
            SpinWait.SpinUntil(() => subject.Application.Completion.IsCompleted, HangGuard.Limit);
            after = $"{Ambient.Value}, {CultureInfo.CurrentCulture.Name}, {ReferenceEquals(callers, SynchronizationContext.Current)}";
        }).WaitAsync(HangGuard.Limit);
        Assert.Equal("nothing, False, False, True", seen);
        Assert.Equal("the caller's, eo, True", after);
    }

    [Fact]
    [Rule("16.1.1")]
    public async Task Context_AfterTheRun_HasNoAmbientValuesOfActivities()
    {
        PumpContext pump = new();
        Subject subject = await Subject.CreateAsync(Way.Resume, () => Ambient.Value = "the activity's", context: pump);
        await OnThreadOfItsOwn.Run(() =>
        {
            Ambient.Value = "the pump's";
            subject.Bring();
            pump.Pump();
            Assert.Equal("the pump's", Ambient.Value);
        }).WaitAsync(HangGuard.Limit);
        Assert.True(subject.Application.Completion.IsCompleted);
    }

    [Fact]
    [Rule("16.1.1")]
    [Rule("22.2")]
    public async Task Cancel_AfterAResumption_CancelsTheRunningInstance()
    {
        Sequence root = new()
        {
            Activities = { new Wait(_log, "w"), new While { Condition = new InArgument<bool>(_ => true).Expression, Body = new Step(new Log(), "step") } },
        };
        Hosted hosted = Hosted.Free(_log, root);
        Assert.Equal(BookmarkResumptionResult.NotFound, await hosted.Application.ResumeBookmarkAsync("other").WaitAsync(HangGuard.Limit));
        Assert.Equal(BookmarkResumptionResult.Success, await hosted.Application.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit));
        await hosted.Application.CancelAsync().WaitAsync(HangGuard.Limit);
        Assert.Equal(ActivityInstanceState.Canceled, (await hosted.Application.Completion.WaitAsync(HangGuard.Limit)).State);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Rule("16.1.1")]
    public async Task Resume_ChainOfInstances_DoesNotOverflowTheStack(bool runsInline)
    {
        WorkflowApplication[] chain = await ChainAsync(Depth, runsInline, _ => { });
        await OnThreadOfItsOwn.Run(() => _ = chain[0].ResumeBookmarkAsync("w", 0)).WaitAsync(HangGuard.Limit);
        await chain[^1].Completion.WaitAsync(HangGuard.Limit);
    }

    [Fact]
    [Rule("16.1.1")]
    public async Task RunsInline_NestedBeyondTheBound_ContinuesOnThePool()
    {
        int[] threads = new int[40];
        WorkflowApplication[] chain = await ChainAsync(threads.Length, runsInline: true, at => threads[at] = Environment.CurrentManagedThreadId);
        int here = 0;
        await OnThreadOfItsOwn.Run(() =>
        {
            here = Environment.CurrentManagedThreadId;
            _ = chain[0].ResumeBookmarkAsync("w", 0);
            SpinWait.SpinUntil(() => chain[^1].Completion.IsCompleted, HangGuard.Limit);
        }).WaitAsync(HangGuard.Limit);
        Assert.All(threads[..16], thread => Assert.Equal(here, thread));
        Assert.All(threads[16..], thread => Assert.NotEqual(here, thread));
    }

    [Fact]
    [Rule("16.1.2")]
    public void RunsInline_AfterTheFirstOperation_IsFixed()
    {
        WorkflowApplication application = new(new Wait(_log, "w"));
        Assert.False(application.RunsInline);
        application.RunsInline = true;
        Assert.True(application.RunsInline);
        application.Run();
        Assert.Throws<InvalidOperationException>(() => application.RunsInline = false);
    }

    [Fact]
    [Rule("8.1")]
    [Rule("16.6")]
    public async Task Resume_OfAnIdleInstance_FindsBookmarksByNameAndObject()
    {
        List<Bookmark> unnamed = [];
        List<string> resumed = [];
        Probe probe = new(_log, "probe");
        probe.Body = context =>
        {
            unnamed.Add(context.CreateBookmark());
            unnamed.Add(context.CreateBookmark(probe.Resumed, BookmarkOptions.MultipleResume));
            context.CreateBookmark("named", probe.Resumed);
        };
        probe.OnResume = (_, bookmark, value) => resumed.Add($"{bookmark.Name}{value}");
        WorkflowApplication application = new(probe);
        Assert.Equal(BookmarkResumptionResult.NotFound, await ResumeAsync(application, new Bookmark("Named")));
        Assert.Equal(BookmarkResumptionResult.Success, await ResumeAsync(application, unnamed[1], 1));
        Assert.Equal(BookmarkResumptionResult.Success, await ResumeAsync(application, unnamed[1], 2));
        Assert.Equal(BookmarkResumptionResult.Success, await ResumeAsync(application, new Bookmark("named"), 3));
        Assert.Equal(BookmarkResumptionResult.NotFound, await ResumeAsync(application, new Bookmark("named"), 4));
        Assert.Equal(BookmarkResumptionResult.Success, await ResumeAsync(application, unnamed[0], 5));
        Assert.Equal(BookmarkResumptionResult.NotFound, await ResumeAsync(application, unnamed[0], 6));
        await application.CancelAsync().WaitAsync(HangGuard.Limit);
        await application.Completion.WaitAsync(HangGuard.Limit);
        Assert.Equal(["1", "2", "named3"], resumed);
    }

    /// <summary>Resumes a bookmark of an idle instance. A first resumption, of an unknown bookmark, ensures that the instance is idle.</summary>
    private static async Task<BookmarkResumptionResult> ResumeAsync(WorkflowApplication application, Bookmark bookmark, object? value = null)
    {
        await application.ResumeBookmarkAsync("nothing").WaitAsync(HangGuard.Limit);
        return await application.ResumeBookmarkAsync(bookmark, value).WaitAsync(HangGuard.Limit);
    }

    /// <summary>Creates waiting applications. Each application resumes the next one when it is resumed.</summary>
    private static async Task<WorkflowApplication[]> ChainAsync(int length, bool runsInline, Action<int> onResumed)
    {
        WorkflowApplication[] chain = new WorkflowApplication[length];
        Probe probe = new(new Log(), "probe");
        probe.Body = context => context.CreateBookmark("w", probe.Resumed);
        probe.OnResume = (_, _, value) =>
        {
            int at = (int)value!;
            onResumed(at);
            if (at + 1 < chain.Length)
            {
                _ = chain[at + 1].ResumeBookmarkAsync("w", at + 1);
            }
        };
        for (int i = 0; i < length; i++)
        {
            chain[i] = new WorkflowApplication(probe) { RunsInline = runsInline };
            Assert.Equal(BookmarkResumptionResult.NotFound, await chain[i].ResumeBookmarkAsync("nothing").WaitAsync(HangGuard.Limit));
        }

        return chain;
    }

    /// <summary>A waiting instance, and one way to send it input that ends it.</summary>
    private sealed class Subject(Way way, WorkflowApplication application, Operation operation)
    {
        public WorkflowApplication Application { get; } = application;

        public static async Task<Subject> CreateAsync(Way way, Action onRun, bool runsInline = false, SynchronizationContext? context = null)
        {
            Operation operation = new(new Log(), "operation");
            Probe probe = new(new Log(), "probe");
            probe.Body = waits => waits.CreateBookmark("w", probe.Resumed);
            probe.OnResume = (_, _, _) => onRun();
            Sequence root = new() { Activities = { way == Way.EndOfAnOperation ? operation : probe, new Step(new Log(), "after", _ => onRun()) } };
            WorkflowApplication application = new(root)
            {
                RunsInline = runsInline,
                SynchronizationContext = context,
                Completed = _ => onRun(),
                Unloaded = _ => onRun(),
            };
            Task<BookmarkResumptionResult> idle = application.ResumeBookmarkAsync("other");
            (context as PumpContext)?.Pump();
            Assert.Equal(BookmarkResumptionResult.NotFound, await idle.WaitAsync(HangGuard.Limit));
            return new Subject(way, application, operation);
        }

        public void Bring()
        {
            switch (way)
            {
                case Way.Resume:
                    _ = Application.ResumeBookmarkAsync("w");
                    break;
                case Way.ResumeInTurn:
                    // The first resumption is accepted at once; the second one must wait.
                    _ = Application.ResumeBookmarkAsync("w");
                    _ = Application.ResumeBookmarkAsync("w");
                    break;
                case Way.Cancel:
                    _ = Application.CancelAsync();
                    break;
                case Way.Terminate:
                    _ = Application.TerminateAsync("enough");
                    break;
                default:
                    operation.Succeed();
                    break;
            }
        }
    }
}
