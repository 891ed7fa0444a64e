using System.Text;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Data;

/// <summary>The order in which the arguments of an activity are evaluated.</summary>
[Rule("4.2")]
public sealed class EvaluationOrderTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Evaluation_OfEverydayNames_IsInThisFixedOrder(Lane lane)
    {
        // Computed by another program. A change of this order would be visible to ported workflows.
        string[] expected = ["Value", "To", "ba", "ab", "b", "a", "Text", "Customer", "Order", "Überweisung", "Amount", "Condition"];
        Run(lane, expected.Order(StringComparer.Ordinal));
        _log.AssertIs(expected);
    }

    [Theory, Lanes]
    public void Evaluation_OfManyNames_IsByTheirChecksum(Lane lane)
    {
        string[] names = [.. Enumerable.Range(0, 40).Select(i => $"Argument{i}"), .. Enumerable.Range('A', 26).Select(letter => $"{(char)letter}")];
        Run(lane, names);
        _log.AssertIs([.. names.OrderBy(Checksum)]);
    }

    [Fact]
    public void Checksum_OfTheStandardsExample_IsAsPublished() => Assert.Equal(0xE306_9283u, Checksum("123456789"u8));

    [Theory, Lanes]
    public void Evaluation_WithExplicitOrders_ComesAfterTheOthersAscending(Lane lane)
    {
        Named named = new(_log);
        foreach ((string name, int order) in new[] { ("third", 30), ("first", -1), ("second", 0), ("fourth", 31) })
        {
            named.Add(name).EvaluationOrder = order;
        }

        Runner.Run(named, lane);
        _log.AssertIs("first", "second", "third", "fourth");
    }

    [Fact]
    public void EvaluationOrder_BelowMinusOne_IsOutOfRange()
    {
        InArgument<int> argument = new();
        Assert.Equal(-1, argument.EvaluationOrder);
        Assert.Equal(-1, Argument.UnspecifiedEvaluationOrder);
        Assert.Throws<ArgumentOutOfRangeException>(() => argument.EvaluationOrder = -2);
    }

    [Fact]
    public void EvaluationOrder_UsedTwice_IsAnError()
    {
        Named named = new(_log) { DisplayName = "named" };
        named.Add("a").EvaluationOrder = 3;
        named.Add("b").EvaluationOrder = 3;
        Definitions.AssertInvalid(named, "'named'", "3");
    }

    [Theory, Lanes]
    public void Evaluation_ExpressionWithChildren_EndsBeforeTheNextArgument(Lane lane)
    {
        Named named = new(_log);
        named.Add("x", new Tree(_log, "first")).EvaluationOrder = 0;
        named.Add("y", new Tree(_log, "second")).EvaluationOrder = 1;
        named.Add("z").EvaluationOrder = 2;
        Runner.Run(named, lane);
        _log.AssertIs("first", "first child", "first done", "second", "second child", "second done", "z");
    }

    [Theory, Lanes]
    public void Evaluation_OfExpressionsThatWait_IsPendingTogether(Lane lane)
    {
        Named named = new(_log) { OnExecute = _ => _log.Add("body") };
        named.Add("x", new WaitFor<int>(_log, "w1")).EvaluationOrder = 0;
        named.Add("y").EvaluationOrder = 1;
        named.Add("z", new WaitFor<int>(_log, "w2")).EvaluationOrder = 2;
        Running running = Runner.Start(named, lane);
        _log.AssertIs("w1 waits", "y", "w2 waits");
        running.Resume("w2", 2);
        Assert.True(running.IsIdle);
        running.Resume("w1", 1);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("w1 waits", "y", "w2 waits", "body");
    }

    [Theory, Lanes]
    public void Evaluation_OfAsynchronousExpressions_IsPendingTogether(Lane lane)
    {
        Operation one = new(_log, "one"), two = new(_log, "two");
        Named named = new(_log) { OnExecute = _ => _log.Add("body") };
        named.Add("x", one).EvaluationOrder = 0;
        named.Add("y", two).EvaluationOrder = 1;
        Running running = Runner.Start(named, lane);
        _log.AssertIs("one starts", "two starts");
        one.Succeed(1);
        two.Succeed(2);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("body", _log.Entries[^1]);
    }

    private void Run(Lane lane, IEnumerable<string> names)
    {
        Named named = new(_log);
        foreach (string name in names)
        {
            named.Add(name);
        }

        Runner.Run(named, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    private static uint Checksum(string name) => Checksum(Encoding.Unicode.GetBytes(name));

    /// <summary>Computes CRC-32C bit by bit, as RFC 3720 describes it.</summary>
    private static uint Checksum(ReadOnlySpan<byte> bytes)
    {
        uint remainder = 0xFFFF_FFFF;
        foreach (byte next in bytes)
        {
            remainder ^= next;
            for (int bit = 0; bit < 8; bit++)
            {
                bool isOdd = (remainder & 1) != 0;
                remainder >>= 1;
                remainder ^= isOdd ? 0x82F6_3B78 : 0;
            }
        }

        return ~remainder;
    }

    /// <summary>Has arguments of any names. Each argument logs its name when it is evaluated.</summary>
    private sealed class Named(Log log) : CodeActivity
    {
        public Dictionary<string, InArgument<int>> Arguments { get; } = [];

        public Action<CodeActivityContext>? OnExecute { get; init; }

        public InArgument<int> Add(string name)
        {
            InArgument<int> argument = new(_ =>
            {
                log.Add(name);
                return 0;
            });
            Arguments.Add(name, argument);
            return argument;
        }

        public InArgument<int> Add(string name, Activity<int> expression) => Arguments[name] = new InArgument<int>(expression);

        protected override void Execute(CodeActivityContext context) => OnExecute?.Invoke(context);
    }

    /// <summary>An expression with a child.</summary>
    private sealed class Tree : NativeActivity<int>
    {
        private readonly Log _log;
        private readonly Step _child;

        public Tree(Log log, string name)
        {
            _log = log;
            DisplayName = name;
            _child = new Step(log, $"{name} child");
        }

        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddChild(_child);

        protected override void Execute(NativeActivityContext context)
        {
            _log.Add(DisplayName);
            context.ScheduleActivity(_child, OnDone);
        }

        private void OnDone(NativeActivityContext context, ActivityInstance completedInstance)
        {
            _log.Add($"{DisplayName} done");
            Result!.Set(context, 1);
        }
    }
}
