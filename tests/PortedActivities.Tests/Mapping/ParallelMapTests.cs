using PortedActivities.Mapping;
using Workflow.Expressions;

namespace PortedActivities.Tests.Mapping;

public sealed class ParallelMapTests
{
    private readonly Log _log = new();

    [Fact]
    public async Task Values_OfAList_AreMappedInOrder() => Assert.Equal(Ints(2, 4, 6), await RunAsync(value => new Twice(_log, value), 1, 2, 3));

    [Fact]
    public async Task Values_None_GiveAnEmptyResult() => Assert.Empty(await RunAsync(value => new Twice(_log, value)));

    [Fact]
    public async Task Bodies_StartInTheOrderOfTheValues()
    {
        await RunAsync(value => new Twice(_log, value), 7, 8, 9);
        _log.AssertIs("7", "8", "9");
    }

    [Fact]
    public async Task Bodies_EndInAnotherOrder_KeepTheirIndexes()
    {
        Gates gates = new();
        Started run = new(Map(value => new Gated(gates) { Value = value }, 1, 2, 3));
        Assert.Equal(3, gates.Count);

        gates.Open(2, 20);
        gates.Open(3, 30);
        Assert.True(run.IsRunning);
        gates.Open(1, 10);
        Assert.Equal(Ints(10, 20, 30), (int[]?)(await run.OutputsAsync())["Result"]);
    }

    [Fact]
    public async Task Maps_Nested_KeepTheirIndexes()
    {
        DelegateInArgument<int> row = new("row");
        DelegateOutArgument<int[]> mapped = new("mapped");
        ParallelMap<int, int> cells = Map(value => new Twice(_log, value));
        cells.Values = new(context => new[] { row.Get(context), row.Get(context) + 1 });
        cells.Result = mapped;
        ParallelMap<int, int[]> rows = new()
        {
            Values = new(_ => new[] { 10, 20 }),
            Body = new ActivityFunc<int, int[]> { Argument = row, Result = mapped, Handler = cells },
        };

        Assert.Equal([[20, 22], [40, 42]], await WorkflowInvoker.InvokeAsync(rows));
    }

    [Fact]
    public async Task Cancel_BodiesRunning_CancelsAllWithoutResult()
    {
        Variable<int[]> result = new("result");
        ParallelMap<int, int> map = Map(value => new Waiting(_log, value), 1, 2);
        map.Result = result;
        Started run = new(new Sequence
        {
            Variables = { result },
            Activities =
            {
                new Parallel { Branches = { map, new Sequence() }, CompletionCondition = new LambdaValue<bool>(_ => true) },
                new Note(_log, context => result.Get(context) is null ? "no result" : "result"),
            },
        });

        await run.OutputsAsync();
        _log.AssertIs("1 waits", "2 waits", "1 cancels", "2 cancels", "no result");
    }

    [Fact]
    public async Task Fault_OfABody_LeavesTheActivity()
    {
        InvalidTimeZoneException thrown = new();
        Started run = new(Map(value => new Twice(_log, value) { Failure = thrown }, 1, 2));
        await run.AssertFailedAsync(thrown);
        _log.AssertIs("1");
    }

    [Fact]
    public void Definition_WithoutBodyOrValues_IsRefused()
    {
        Sequence workflow = new() { Activities = { new ParallelMap<int, int> { DisplayName = "Map" } } };
        InvalidWorkflowException invalid = Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(workflow));
        Assert.Contains("'Map' has no body for the values", invalid.Message, StringComparison.Ordinal);
        Assert.Contains("'Values'", invalid.Message, StringComparison.Ordinal);
    }

    private static int[] Ints(params int[] values) => values;

    private static Task<int[]> RunAsync(Func<DelegateInArgument<int>, Activity<int>> body, params int[] values) =>
        WorkflowInvoker.InvokeAsync(Map(body, values));

    private static ParallelMap<int, int> Map(Func<DelegateInArgument<int>, Activity<int>> body, params int[] values)
    {
        DelegateInArgument<int> value = new("value");
        DelegateOutArgument<int> mapped = new("mapped");
        Activity<int> handler = body(value);
        handler.Result = mapped;
        return new ParallelMap<int, int>
        {
            Values = new(_ => values),
            Body = new ActivityFunc<int, int> { Argument = value, Result = mapped, Handler = handler },
        };
    }

    private sealed class Twice : CodeActivity<int>
    {
        private readonly Log _log;

        public Twice(Log log, InArgument<int> value)
        {
            _log = log;
            Value = value;
        }

        public InArgument<int> Value { get; set; }

        public Exception? Failure { get; init; }

        protected override int Execute(CodeActivityContext context)
        {
            int value = Value.Get(context);
            _log.Add($"{value}");
            return Failure is null ? 2 * value : throw Failure;
        }
    }

    /// <summary>An activity that waits until it is canceled.</summary>
    private sealed class Waiting : NativeActivity<int>
    {
        private readonly Log _log;

        public Waiting(Log log, InArgument<int> value)
        {
            _log = log;
            Value = value;
        }

        public InArgument<int> Value { get; set; }

        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context)
        {
            _log.Add($"{Value.Get(context)} waits");
            context.CreateBookmark();
        }

        protected override void Cancel(NativeActivityContext context)
        {
            _log.Add($"{Value.Get(context)} cancels");
            base.Cancel(context);
        }
    }

    /// <summary>An activity that ends when the test opens its gate.</summary>
    private sealed class Gated(Gates gates) : AsyncCodeActivity<int>
    {
        public InArgument<int> Value { get; set; } = null!;

        protected override Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => gates.WaitAsync(Value.Get(context));
    }

    private sealed class Gates
    {
        private readonly Dictionary<int, TaskCompletionSource<int>> _gates = [];

        public int Count => _gates.Count;

        public Task<int> WaitAsync(int gate) => (_gates[gate] = new TaskCompletionSource<int>()).Task;

        public void Open(int gate, int value) => NoContext.Run(() => _gates[gate].SetResult(value));
    }
}
