using Microsoft.Extensions.Logging.Abstractions;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;

namespace Workflow.Extensions.Hosting.Tests.Scheduling;

/// <summary>The posts that count against the limit of running instances: turns, which the context recognizes by their state.</summary>
public sealed class InstanceContextTests
{
    private readonly RunScheduler _scheduler = new(1);
    private readonly InstanceContext _context;

    public InstanceContextTests() => _context = new InstanceContext(_scheduler, new DefinitionQueue(), NullLogger.Instance, new object());

    [Fact]
    public async Task Post_TurnWithWrappedCallback_CountsAgainstLimit()
    {
        int running = -1;
        WrappingContext wrapping = new(_context);
        WorkflowApplication application = new(new Observe(() => running = _scheduler.Running))
        {
            SynchronizationContext = wrapping,
        };
        application.Run();
        await application.Completion.WaitAsync(HangGuard.Limit);
        Assert.Equal(1, running);
        Assert.All(wrapping.States, state => Assert.IsAssignableFrom<WorkflowTurn>(state));
    }

    [Fact]
    public async Task Post_OtherState_DoesNotCountAgainstLimit()
    {
        TaskCompletionSource<int> running = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _context.Post(_ => running.SetResult(_scheduler.Running), null);
        Assert.Equal(0, await running.Task.WaitAsync(HangGuard.Limit));
    }

    private sealed class Observe(Action observe) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => observe();
    }

    /// <summary>A context that passes each post on in a callback of its own, as a library that measures posts does.</summary>
    private sealed class WrappingContext(SynchronizationContext inner) : SynchronizationContext
    {
        public List<object?> States { get; } = [];

        public override void Post(SendOrPostCallback d, object? state)
        {
            lock (States)
            {
                States.Add(state);
            }

            inner.Post(wrapped => d(wrapped), state);
        }
    }
}
