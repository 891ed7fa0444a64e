using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>A first run that fails because of its extensions, and runs of completed instances (rules 6.7, 14.3 and 16.1.2).</summary>
public sealed class FirstRunTests
{
    private readonly Log _log = new();

    [Theory]
    [InlineData("factory")]
    [InlineData("SetInstance")]
    [InlineData("profile")]
    [InlineData("missing")]
    [Rule("14.3")]
    public void Run_AfterAnExtensionFailed_SucceedsWithMoreExtensions(string failure)
    {
        bool fails = true;
        Ended ended = new();
        Probe root = new(_log, "root") { Body = context => _log.Add($"{context.GetExtension<List<int>>() is not null}") };
        WorkflowApplication application = new(failure == "missing" ? new Requires { Body = root } : root) { SynchronizationContext = new InlineContext() };
        application.Extensions.Add(() => ended);
        application.Extensions.Add<object>(() => failure == "factory" && fails ? throw new NotSupportedException("no room") : new object());
        application.Extensions.Add(new CallsOnSet(() => failure == "SetInstance" && fails ? throw new NotSupportedException("no room") : 0));
        if (failure == "profile")
        {
            application.Extensions.Add(new Collector { TrackingProfile = new TrackingProfile { Queries = { new BookmarkResumptionQuery() } } });
        }

        Assert.ThrowsAny<Exception>(application.Run);
        int disposed = ended.Times;
        Assert.Equal(failure == "missing" ? 0 : 1, disposed);
        fails = false;
        application.Extensions.Add(new List<int>());
        if (failure == "profile")
        {
            // A participant cannot be removed, but its profile can.
            application.Extensions.GetAllSingletonExtensions().OfType<Collector>().Single().TrackingProfile = null;
        }

        application.Run();
        _log.AssertIs("root executes", "True");
        Assert.Equal(disposed + 1, ended.Times);
        Assert.Throws<InvalidOperationException>(() => application.Extensions.Add(new List<int>()));
    }

    [Fact]
    [Rule("14.3")]
    public void Run_ExtensionsMadeReadOnly_KeepsThemReadOnly()
    {
        WorkflowApplication application = new(new Step(_log, "step"));
        application.Extensions.Add<object>(() => throw new NotSupportedException("no room"));
        application.Extensions.MakeReadOnly();
        Assert.Throws<NotSupportedException>(application.Run);
        Assert.Throws<InvalidOperationException>(() => application.Extensions.Add(new List<int>()));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Rule("6.7")]
    public async Task Run_DuringTheCompletedHandler_WaitsForItAndThrows(bool throws)
    {
        TaskCompletionSource isCalled = new(TaskCreationOptions.RunContinuationsAsynchronously);
        bool mayReturn = false;
        WorkflowApplication application = new(new Step(_log, "step"));
        application.Completed = _ =>
        {
            isCalled.SetResult();
            Assert.Throws<InvalidOperationException>(application.Run);
            Assert.True(SpinWait.SpinUntil(() => Volatile.Read(ref mayReturn), HangGuard.Limit));
            if (throws)
            {
                throw new NotSupportedException("no room");
            }
        };
        application.Run();
        await isCalled.Task.WaitAsync(HangGuard.Limit);
        bool isEarly = false;
        Task run = OnThreadOfItsOwn.Run(() =>
        {
            try
            {
                application.Run();
            }
            finally
            {
                isEarly = !Volatile.Read(ref mayReturn);
            }
        });
        Volatile.Write(ref mayReturn, true);
        Exception? refusal = await Record.ExceptionAsync(() => run.WaitAsync(HangGuard.Limit));
        Assert.IsType(throws ? typeof(WorkflowApplicationAbortedException) : typeof(WorkflowApplicationCompletedException), refusal);
        Assert.False(isEarly);
    }

    [Fact]
    [Rule("16.1.2")]
    public void Handler_AddedToAnother_IsRefusedWithARemedy()
    {
        WorkflowApplication application = new(new Step(_log, "step")) { Completed = _ => { } };
        ArgumentException refusal = Assert.Throws<ArgumentException>(() => application.Completed += _ => { });
        Assert.Contains("'Completed'", refusal.Message, StringComparison.Ordinal);
        Assert.Contains("use = with one method that calls the others", refusal.Message, StringComparison.Ordinal);
        application.OnUnhandledException = _ => UnhandledExceptionAction.Abort;
        Assert.Contains(
            "'OnUnhandledException'",
            Assert.Throws<ArgumentException>(() => application.OnUnhandledException += _ => UnhandledExceptionAction.Abort).Message,
            StringComparison.Ordinal);
    }

    private sealed class Ended : IDisposable
    {
        public int Times { get; private set; }

        public void Dispose() => Times++;
    }

    private sealed class CallsOnSet(Func<int> onSet) : IWorkflowInstanceExtension
    {
        public IEnumerable<object>? GetAdditionalExtensions() => null;

        public void SetInstance(WorkflowInstanceProxy instance) => onSet();
    }

    private sealed class Requires : NativeActivity
    {
        public Activity? Body { get; init; }

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            metadata.AddChild(Body);
            metadata.RequireExtension<List<int>>();
        }

        protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(Body!);
    }
}
