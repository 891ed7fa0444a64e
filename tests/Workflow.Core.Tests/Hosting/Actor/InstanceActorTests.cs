using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Runtime.State;

namespace Workflow.Core.Tests.Hosting.Actor;

/// <summary>The message processing and the phases that invoker and application share.</summary>
public sealed class InstanceActorTests
{
    [Theory]
    [InlineData("Ready Running Running Completed Aborted")]
    [InlineData("Ready Running Unloaded Aborted")]
    [InlineData("Ready Unloaded")]
    [InlineData("Ready Aborted")]
    [InlineData("Aborted")]
    public void Phase_LegalTransition_Changes(string way)
    {
        TestActor actor = new();
        foreach (InstancePhase phase in way.Split(' ').Select(Enum.Parse<InstancePhase>))
        {
            actor.Become(phase);
            Assert.Equal(phase, actor.Phase);
        }

        Assert.Equal(actor.Phase > InstancePhase.Running, actor.IsEnded);
    }

    [Theory]
    [InlineData("", "Running")]
    [InlineData("", "Completed")]
    [InlineData("", "Unloaded")]
    [InlineData("Ready", "Ready")]
    [InlineData("Ready", "Completed")]
    [InlineData("Ready Running", "Ready")]
    [InlineData("Ready Running Completed", "Running")]
    [InlineData("Ready Running Completed", "Unloaded")]
    [InlineData("Ready Running Unloaded", "Running")]
    [InlineData("Aborted", "Aborted")]
    [InlineData("Aborted", "Running")]
    public void Phase_IllegalTransition_ThrowsAndStays(string way, string next)
    {
        TestActor actor = new();
        foreach (string phase in way.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            actor.Become(Enum.Parse<InstancePhase>(phase));
        }

        InstancePhase before = actor.Phase;
        InvalidOperationException illegal = Assert.Throws<InvalidOperationException>(() => actor.Become(Enum.Parse<InstancePhase>(next)));
        Assert.Contains($"'{before}' to '{next}'", illegal.Message, StringComparison.Ordinal);
        Assert.Equal(before, actor.Phase);
    }

    [Fact]
    public void Message_WhileAStepIsAwaited_WaitsForTheOwner()
    {
        TaskCompletionSource<bool> step = new();
        TestActor actor = new();
        actor.RunTurn();
        actor.Steps.Enqueue(() => step.Task);
        Assert.True(actor.Send(new TestMessage("a")));
        Assert.False(actor.Send(new TestMessage("b")));
        Assert.False(actor.TryBeginTurn());
        Assert.Empty(actor.Handled);
        step.SetResult(true);
        Assert.Equal(["a", "b"], actor.Handled);
        Assert.True(actor.TryBeginTurn());
    }

    [Fact]
    public void Step_Throws_IsContainedAndProcessingContinues()
    {
        TestActor actor = new();
        actor.RunTurn();
        actor.Steps.Enqueue(() => throw new FormatException("boom"));
        Assert.True(actor.Send(new TestMessage("a")));
        Assert.Equal(["boom", "a"], actor.Handled);
        Assert.True(actor.TryBeginTurn());
    }

    private sealed class TestMessage(string name) : ActorMessage
    {
        public string Name => name;
    }

    /// <summary>Handles one message per step, after the steps that a test has queued. Runs on the thread that dispatches it.</summary>
    private sealed class TestActor() : InstanceActor(isOwned: true)
    {
        private ActorMessage? _taken;

        public Queue<Func<Task<bool>>> Steps { get; } = [];

        public List<string> Handled { get; } = [];

        public override Transaction? AmbientTransaction => null;

        public void Become(InstancePhase phase)
        {
            switch (phase)
            {
                case InstancePhase.Ready:
                    BecomeReady();
                    break;
                case InstancePhase.Running:
                    BecomeRunning();
                    break;
                case InstancePhase.Completed:
                    BecomeCompleted();
                    break;
                case InstancePhase.Unloaded:
                    BecomeUnloaded();
                    break;
                default:
                    BecomeAborted();
                    break;
            }
        }

        public override object? GetExtension(Type type) => null;

        public override void Watch(Task operation, WorkItem item) => throw new NotSupportedException("No test runs activities here.");

        public override Task SaveAsync() => throw new NotSupportedException("No test saves here.");

        protected override ValueTask<bool> StepAsync()
        {
            if (Steps.TryDequeue(out Func<Task<bool>>? step))
            {
                return new(step());
            }

            _taken ??= TakeMessages();
            if (_taken is not TestMessage message)
            {
                return new(false);
            }

            _taken = message.Next;
            Handled.Add(message.Name);
            return new(true);
        }

        protected override void Dispatch() => RunTurn();

        protected override void ContinueAfter(Task<bool> step) => step.GetAwaiter().UnsafeOnCompleted(RunTurn);

        protected override void Accept(ActorMessage message) => _taken = message;

        protected override void ContainFailure(Exception exception) => Handled.Add(exception.Message);
    }
}
