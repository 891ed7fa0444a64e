using Workflow.Analyzers.Tests.Kit;

namespace Workflow.Analyzers.Tests;

/// <summary>Tests of WF0005, WF0006, WF0007, WF0009 and WF0010.</summary>
public sealed class WaitTests
{
    [Fact]
    public Task Code_OfAnActivityThatWaitsOrReadsTheClock_IsReported() => Analysis.VerifyAsync(
        """
        public sealed class Poll : AsyncCodeActivity<DateTime>
        {
            protected override async Task<DateTime> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
            {
                await Task.Delay(1000, cancellationToken); /*WF0005*/
                return DateTime.UtcNow; /*WF0006*/
            }
        }

        public sealed class Block : CodeActivity
        {
            private readonly SemaphoreSlim _gate = new(1);

            protected override void Execute(CodeActivityContext context)
            {
                Thread.Sleep(1); /*WF0007*/
                _gate.Wait(); /*WF0007*/
                Task<int> work = Task.Run(() => 1);
                work.Wait(); /*WF0007*/
                int one = work.Result; /*WF0007*/
                int two = work.GetAwaiter().GetResult(); /*WF0007*/
                Task.WaitAll(work); /*WF0007*/
                Console.WriteLine(DateTimeOffset.Now.AddDays(one + two)); /*WF0006*/
            }
        }

        public static class Definitions
        {
            public static Activity Create() => new WriteLine { Text = new(context => DateTime.Today.ToString("d", null)) }; /*WF0006*/
        }
        """);

    [Fact]
    public Task Result_OfATaskThatHasEnded_IsNotReported() => Analysis.VerifyAsync(
        """
        public sealed class Gather : AsyncCodeActivity<int>
        {
            protected override async Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
            {
                Task<int> one = Task.Run(() => 1), two = Task.Run(() => 2), three = Task.Run(() => 3);
                await Task.WhenAll(one, two).ConfigureAwait(false);
                Task<int>[] more = [Task.Run(() => 4), Task.Run(() => 5)];
                await Task.WhenAll(more);
                int sum = one.Result + two.Result + more[0].Result;
                foreach (Task<int> each in more)
                {
                    sum += each.Result + each.GetAwaiter().GetResult();
                }

                Task<int> first = await Task.WhenAny(Task.Run(() => 6), Task.Run(() => 7));
                ValueTask<int> quick = new(8);
                return sum + first.Result + (quick.IsCompletedSuccessfully ? quick.Result : await quick) + more.Sum(task => task.Result);
            }
        }
        """);

    [Fact]
    public Task Result_OfATaskThatMayNotHaveEnded_IsReported() => Analysis.VerifyAsync(
        """
        public sealed class Gather : AsyncCodeActivity<int>
        {
            protected override async Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
            {
                Task<int> one = Task.Run(() => 1), two = Task.Run(() => 2);
                await one;
                int sum = one.Result;
                sum += two.Result; /*WF0007*/
                one = Task.Run(() => 3);
                sum += one.Result; /*WF0007*/
                await Task.WhenAll(one, two);
                return sum;
            }
        }
        """);

    [Fact]
    public Task Code_OutsideActivitiesOrWithHostClock_IsNotReported() => Analysis.VerifyAsync(
        """
        public sealed class Poll : AsyncCodeActivity<DateTimeOffset>
        {
            protected override async Task<DateTimeOffset> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
            {
                TimeProvider time = context.GetExtension<TimeProvider>() ?? TimeProvider.System;
                await Task.Delay(TimeSpan.FromSeconds(1), time, cancellationToken);
                await Task.Run(() => 1).ContinueWith(ended => ended.Result, TaskScheduler.Default);
                return time.GetUtcNow();
            }
        }

        public sealed class Old : AsyncCodeActivity<int>
        {
            protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state) =>
                TaskToAsyncResult.Begin(Task.FromResult(1), callback, state);

            protected override int EndExecute(AsyncCodeActivityContext context, IAsyncResult result) => ((Task<int>)result).Result;
        }

        public sealed class Service
        {
            public DateTime Now => DateTime.Now;

            public void Wait() => Task.Delay(1).Wait();
        }
        """);

    [Fact]
    public Task Code_OfAnActivityThatIsAsyncVoid_IsReported() => Analysis.VerifyAsync(
        """
        public sealed class Send : CodeActivity
        {
            private event Action? Sent;

            protected override async void Execute(CodeActivityContext context) /*WF0009*/
            {
                async void Local() => await Task.Yield(); /*WF0009*/
                Local();
                Sent += async () => await Task.Yield(); /*WF0009*/
                Func<Task> right = async () => await Task.Yield();
                await right();
            }
        }

        public static class Definitions
        {
            public static void Handle(WorkflowApplication application) => application.Idle = async _ => await Task.Yield();
        }
        """);

    [Fact]
    public Task Context_InAFieldOfAnActivity_IsReported() => Analysis.VerifyAsync(
        """
        public sealed class Keep : NativeActivity
        {
            private NativeActivityContext? _context; /*WF0010*/
            private object? _state;

            public ActivityContext? Last { get; set; } /*WF0010*/

            protected override void Execute(NativeActivityContext context)
            {
                _context = context;
                Last = _context;
                _state = context; /*WF0010*/
                _state = context.GetHashCode();
            }
        }

        public sealed class Helper(NativeActivityContext context)
        {
            private readonly NativeActivityContext _context = context;

            public override string ToString() => $"{_context}";
        }
        """);
}
