using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>Bookmarks that expect values of a type. A value of another type fails at its sender, and the instance still waits.</summary>
[Rule("8.9")]
public sealed class TypedBookmarkTests : StoredApplications
{
    [Theory]
    [InlineData(typeof(int), 5, true)]
    [InlineData(typeof(int), "5", false)]
    [InlineData(typeof(int), null, false)]
    [InlineData(typeof(int?), 5, true)]
    [InlineData(typeof(int?), null, true)]
    [InlineData(typeof(int?), 5L, false)]
    [InlineData(typeof(string), null, true)]
    [InlineData(typeof(IComparable), "5", true)]
    [InlineData(typeof(IDisposable), "5", false)]
    [InlineData(null, "5", true)]
    public void Resume_WithAValue_ChecksItsType(Type? type, object? value, bool fits)
    {
        Hosted hosted = With(new Typed(Log, type)).Run();
        if (!fits)
        {
            hosted.Fails<BookmarkValueException>(application => application.ResumeBookmarkAsync("typed", value));
            Log.AssertIs("idle typed", "persistable typed");
            return;
        }

        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("typed", value));
        Assert.Contains($"resumed {value}", Log.Entries);
    }

    /// <summary>Resumes on the thread of the caller, through a context, and with records that are delivered first.</summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public async Task Resume_WithAnotherType_FailsAndLeavesTheInstance(bool hasContext, bool isTracked)
    {
        WorkflowApplication application = new(new Typed(Log, typeof(int)));
        application.SynchronizationContext = hasContext ? new InlineContext() : null;
        if (isTracked)
        {
            application.Extensions.Add(new Collector());
        }

        TaskCompletionSource idle = new();
        application.Idle = _ => idle.TrySetResult();
        application.Run();
        await idle.Task.WaitAsync(HangGuard.Limit);
        BookmarkValueException exception = await Assert.ThrowsAsync<BookmarkValueException>(() => application.ResumeBookmarkAsync("typed", "five"))
            .WaitAsync(HangGuard.Limit);
        Assert.Equal(("typed", typeof(int), typeof(string)), (exception.BookmarkName, exception.ExpectedType, exception.ActualType));
        Assert.Equal(
            "The bookmark 'typed' of the activity 'Typed' expects a value of the type 'System.Int32' and was not resumed with a 'System.String'; pass a value of that type.",
            exception.Message);
        Assert.Null((await Assert.ThrowsAsync<BookmarkValueException>(() => application.ResumeBookmarkAsync("typed")).WaitAsync(HangGuard.Limit)).ActualType);
        Assert.Equal(BookmarkResumptionResult.Success, await application.ResumeBookmarkAsync("typed", 5).WaitAsync(HangGuard.Limit));
        Assert.Equal(ActivityInstanceState.Closed, (await application.Completion.WaitAsync(HangGuard.Limit)).State);
    }

    [Fact]
    public void Resume_AfterALoad_ChecksTheType()
    {
        Typed root = new(Log, typeof(int));
        Hosted first = With(root).Run();
        first.Do(application => application.UnloadAsync());
        Hosted second = Loaded(root, first.Application.Id).Run();
        second.Fails<BookmarkValueException>(application => application.ResumeBookmarkAsync("typed", "five"));
        Assert.Equal(BookmarkResumptionResult.Success, second.Resume("typed", 5));
    }

    [Fact]
    public void Resume_ByAnActivity_FailsInThatActivity()
    {
        Exception? caught = null;
        Parallel root = new() { Branches = { new Typed(Log, typeof(int)), new Resumer(exception => caught = exception) } };
        Hosted hosted = With(root).Run();
        Assert.IsType<BookmarkValueException>(caught);
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("typed", 5));
    }

    [Fact]
    public async Task Resume_ByAnExtensionOfAnInvocation_FailsForTheExtension()
    {
        Proxied proxied = new();
        WorkflowInvoker invoker = new(new Typed(Log, typeof(int)));
        invoker.Extensions.Add(proxied);
        Task<IDictionary<string, object?>> invocation = invoker.InvokeAsync();
        await Assert.ThrowsAsync<BookmarkValueException>(() => proxied.Proxy!.ResumeBookmarkAsync(new Bookmark("typed"), "five").AsTask())
            .WaitAsync(HangGuard.Limit);
        Assert.Equal(BookmarkResumptionResult.Success, await proxied.Proxy!.ResumeBookmarkAsync(new Bookmark("typed"), 5).AsTask().WaitAsync(HangGuard.Limit));
        await invocation.WaitAsync(HangGuard.Limit);
        Assert.Contains("resumed 5", Log.Entries);
    }

    [Fact]
    [Rule("16.10")]
    public void Receive_OfAnotherType_ReportsItAndDeliversTheNext()
    {
        List<string> refused = [];
        Hosted hosted = With(new Typed(Log, typeof(int))).Run();
        hosted.OnPersistable = PersistableIdleAction.Persist;
        hosted.Application.ReceiveMessages([Message(1, "five", refused), Message(2, null, refused), Message(3, 5, refused), Message(4, "six", refused)]);
        Assert.Equal(["1 System.String", "2 null"], refused);
        Log.AssertIs("idle typed", "persistable typed", "resumed 5", "completed Closed", "unloaded");
    }

    /// <summary>The host must save again. Otherwise the message would stay in the store until the next event of the instance.</summary>
    [Fact]
    [Rule("16.10")]
    public void Receive_OfAnotherTypeOnly_ReportsIdleAgain()
    {
        List<string> refused = [];
        Hosted hosted = With(new Typed(Log, typeof(int))).Run();
        hosted.Application.ReceiveMessages([Message(1, "five", refused)]);
        Log.AssertIs("idle typed", "persistable typed", "idle typed", "persistable typed");
    }

    [Fact]
    [Rule("16.10")]
    public void Receive_OnRefusedThrows_AbortsAndKeepsTheMessage()
    {
        Hosted hosted = With(new Typed(Log, typeof(int))).Run();
        hosted.Application.ReceiveMessages([new ReceivedMessage(Stored(1), "five") { OnRefused = _ => throw new TimeoutException("late") }]);
        Assert.Equal("aborted late", Log.Entries[^1]);
    }

    private static ReceivedMessage Message(long sequence, object? value, List<string> refused) =>
        new(Stored(sequence), value) { OnRefused = refusal => refused.Add($"{sequence} {refusal.ActualType?.ToString() ?? "null"}") };

    private static StoredMessage Stored(long sequence) =>
        new() { InstanceId = Guid.Empty, Sequence = sequence, Kind = MessageKind.Resume, BookmarkName = "typed", ReceivedAt = default };

    /// <summary>Waits at a bookmark that expects a type. First, resumes an unnamed bookmark, which accepts any value.</summary>
    private sealed class Typed(Log log, Type? type) : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override Type? BookmarkValueType => type;

        protected override void Execute(NativeActivityContext context)
        {
            context.ResumeBookmark(context.CreateBookmark(OnStep), "any value");
            context.CreateBookmark("typed", OnResumed);
        }

        private static void OnStep(NativeActivityContext context, Bookmark bookmark, object? value)
        {
        }

        private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => log.Add($"resumed {value}");
    }

    /// <summary>Resumes the bookmark of another activity with a value of the wrong type.</summary>
    private sealed class Resumer(Action<Exception?> report) : NativeActivity
    {
        protected override void Execute(NativeActivityContext context) =>
            report(Record.Exception(() => { _ = context.ResumeBookmark(new Bookmark("typed"), "five"); }));
    }
}
