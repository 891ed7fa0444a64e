using Workflow.Analyzers.Tests.Kit;

namespace Workflow.Analyzers.Tests;

/// <summary>Tests of WF0001 and WF0002.</summary>
public sealed class BookmarkAndCallbackTests
{
    [Fact]
    public Task Bookmark_OfAnActivityThatCannotInduceIdle_IsReported() => Analysis.VerifyAsync(
        """
        public sealed class Wait : NativeActivity<int>
        {
            protected override void Execute(NativeActivityContext context)
            {
                context.CreateBookmark("a"); /*WF0001*/
                context.CreateBookmark("b", (_, _, value) => Result!.Set(context, (int)value!), BookmarkOptions.NonBlocking); /*WF0001*/ /*WF0002*/
            }
        }
        """);

    [Fact]
    public Task Bookmark_CanInduceIdleOrAbstract_IsNotReported() => Analysis.VerifyAsync(
        """
        public sealed class Wait : NativeActivity
        {
            protected override bool CanInduceIdle => true;

            protected override void Execute(NativeActivityContext context) => context.CreateBookmark("a");
        }

        public abstract class Waiting : NativeActivity
        {
            protected override void Execute(NativeActivityContext context) => context.CreateBookmark("a");
        }

        public abstract class Idle : NativeActivity
        {
            protected override bool CanInduceIdle => true;
        }

        public sealed class WaitLonger : Idle
        {
            protected override void Execute(NativeActivityContext context) => context.CreateBookmark("a");
        }
        """);

    [Fact]
    public async Task Bookmark_WithTheCodeFix_HasTheOverride() => Assert.Equal(
        """
        public sealed class Wait : NativeActivity
        {
            private const string Name = "a";

            protected override bool CanInduceIdle => true;

            protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Name);
        }
        """.ReplaceLineEndings("\n"),
        await Fixing.ApplyAsync(
            new CanInduceIdleCodeFix(),
            """
            public sealed class Wait : NativeActivity
            {
                private const string Name = "a";

                protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Name);
            }
            """));

    [Fact]
    public Task Callback_ThatTheEngineRefuses_IsReported() => Analysis.VerifyAsync(
        """
        public sealed class Other
        {
            public void OnDone(NativeActivityContext context, ActivityInstance done) { }
        }

        public sealed class Run : NativeActivity
        {
            private readonly Other _other = new();

            public Activity Body { get; set; } = null!;

            protected override void Execute(NativeActivityContext context)
            {
                int passes = 3;
                void OnEnd(NativeActivityContext next, ActivityInstance done) => passes++;
                context.ScheduleActivity(Body, (next, done) => { passes++; }); /*WF0002*/
                context.ScheduleActivity(Body, (next, done) => done.ToString()); /*WF0002*/
                context.ScheduleActivity(Body, static (next, done) => { }); /*WF0002*/
                context.ScheduleActivity(Body, _other.OnDone); /*WF0002*/
                context.ScheduleActivity(Body, OnEnd); /*WF0002*/
                context.ScheduleActivity(Body, new CompletionCallback((next, done) => next.ScheduleActivity(passes == 1 ? Body : null!))); /*WF0002*/
            }
        }
        """);

    [Fact]
    public Task Callback_ThatIsAMethodOfTheActivity_IsNotReported() => Analysis.VerifyAsync(
        """
        public sealed class Run(string name) : NativeActivity
        {
            private readonly List<Action> _later = [];

            public Activity Body { get; set; } = null!;

            protected override void Execute(NativeActivityContext context)
            {
                int passes = 3;
                static void OnEnd(NativeActivityContext next, ActivityInstance done) { }
                context.ScheduleActivity(Body, OnDone, OnFaulted);
                context.ScheduleActivity(Body, (next, _) => next.ScheduleActivity(Body));
                context.ScheduleActivity(Body, (next, _) => Console.WriteLine(name));
                context.ScheduleActivity(Body, OnEnd);
                context.ScheduleActivity(Body, onCompleted: null);
                _later.Add(() => passes++);
            }

            private void OnDone(NativeActivityContext context, ActivityInstance done) { }

            private static void OnFaulted(NativeActivityFaultContext context, Exception exception, ActivityInstance from) => context.HandleFault();
        }
        """);

    /// <summary>The engine refuses the callbacks that WF0002 reports.</summary>
    [Fact]
    public void Callback_LambdaWithoutThis_IsRefusedByTheEngine()
    {
        Schedule own = new() { Body = new Statements.Sequence(), IsOwn = true };
        Assert.Equal(ActivityInstanceState.Closed, Workflow.Testing.WorkflowTest.Run(own).State);
        Schedule foreign = new() { Body = new Statements.Sequence() };
        Assert.IsType<ArgumentException>(Workflow.Testing.WorkflowTest.Run(foreign).Exception);
    }

    private sealed class Schedule : NativeActivity
    {
        public required Activity Body { get; init; }

        public bool IsOwn { get; init; }

        protected override void Execute(NativeActivityContext context)
        {
            if (IsOwn)
            {
                context.ScheduleActivity(Body, (_, _) => GC.KeepAlive(Body));
            }
            else
            {
                context.ScheduleActivity(Body, static (_, _) => { });
            }
        }
    }
}
