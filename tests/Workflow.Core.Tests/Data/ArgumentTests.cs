using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Data;

/// <summary>The semantics of the argument directions: which reads and writes are visible to which activity, and when.</summary>
[Rule("4.3")]
public sealed class ArgumentTests
{
    private readonly Log _log = new();
    private readonly Variable<int> _place = new("place", 7);

    [Theory, Lanes]
    public void InArgument_IsEvaluatedOnceBeforeTheBodyAndCopied(Lane lane)
    {
        int evaluations = 0;
        Probe child = new(_log, "child")
        {
            Input = new InArgument<int>(context =>
            {
                evaluations++;
                return _place.Get(context);
            }),
            Output = _place,
        };
        child.Body = context =>
        {
            child.Output.Set(context, 99);
            _log.Add($"{child.Input.Get(context)} {child.Input.Get(context)}");
        };
        Runner.Run(Around(child), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(1, evaluations);
        Assert.Contains("7 7", _log.Entries);
    }

    [Theory, Lanes]
    public void InArgument_SetByItsActivity_LeavesTheSourceUnchanged(Lane lane)
    {
        Probe child = new(_log, "child") { Input = _place };
        child.Body = context =>
        {
            child.Input.Set(context, 8);
            _log.Add($"own {child.Input.Get(context)}");
        };
        Runner.Run(Around(child, ShowPlace()), lane);
        _log.AssertIs("child executes", "own 8", "7");
    }

    [Theory, Lanes]
    public void OutArgument_ReadByItsActivity_IsTheDefaultThenTheLastWrite(Lane lane)
    {
        Probe child = new(_log, "child") { Output = _place };
        child.Body = context =>
        {
            _log.Add($"{child.Output.Get(context)}");
            child.Output.Set(context, 1);
            child.Output.Set(context, 2);
            _log.Add($"{child.Output.Get(context)}");
        };
        Runner.Run(Around(child, ShowPlace()), lane);
        _log.AssertIs("child executes", "0", "2", "2");
    }

    [Theory, Lanes]
    public void OutArgument_OfTheSecondRun_StartsWithTheDefaultAgain(Lane lane)
    {
        Put<int> put = new(5) { To = _place };
        put.OnWritten = context => _log.Add($"{put.To.Get(context)}");
        Probe child = new(_log, "child") { Output = _place };
        child.Body = context =>
        {
            _log.Add($"{child.Output.Get(context)}");
            child.Output.Set(context, 3);
        };
        Variable<int> passes = new("passes");
        Runner.Run(
            new Sequence
            {
                Variables = { _place, passes },
                Activities =
                {
                    new While(context => passes.Get(context) < 2)
                    {
                    Body = new Sequence
                    {
                        Activities = { child, put, new Assign<int> { To = passes, Value = new InArgument<int>(context => passes.Get(context) + 1) } }
                    },
                    },
                },
            },
            lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("child executes", "0", "5", "child executes", "0", "5");
    }

    [Theory, Lanes]
    public void OutArgument_WriterStillExecuting_IsVisibleToSiblings(Lane lane)
    {
        Probe writer = new(_log, "writer") { Output = _place };
        writer.Body = context =>
        {
            writer.Output.Set(context, 1);
            context.CreateBookmark("go on", writer.Resumed);
        };
        writer.OnResume = (context, _, _) => writer.Output.Set(context, 2);
        Running running = Runner.Start(
            new Sequence { Variables = { _place }, Activities = { new Statements.Parallel { Branches = { writer, ShowPlace() } }, ShowPlace() } }, lane);
        _log.AssertIs("writer executes", "1");
        running.Resume("go on");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("2", _log.Entries[^1]);
    }

    [Theory, Lanes]
    public void OutArgument_OfAFaultedActivity_KeepsTheWrittenValue(Lane lane)
    {
        Put<int> writer = new(5) { To = _place, OnWritten = _ => throw new InvalidOperationException("late") };
        TryCatch guard = new() { Try = writer, Catches = { new Catch<InvalidOperationException>() } };
        Runner.Run(Around(guard, ShowPlace()), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("5");
    }

    [Theory, Lanes]
    public void OutArgument_WithALocationExpression_ResolvesItBeforeTheBody(Lane lane)
    {
        int[] items = [10, 20, 30];
        Variable<int> index = new("index", 1);
        Probe child = new(_log, "child") { Output = new OutArgument<int>(context => items[index.Get(context)]), SecondInput = index };
        Put<int> moveOn = new(2) { To = index };
        child.Children.Add(moveOn);
        child.Body = context => child.Schedule(context, moveOn);
        child.OnChild = (context, _) => child.Output.Set(context, 99);
        Runner.Run(new Sequence { Variables = { index }, Activities = { child } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([10, 99, 30], items);
    }

    [Theory, Lanes]
    public void OutArgument_LocationOfABaseType_WritesThrough(Lane lane)
    {
        Variable<object> wide = new("wide");
        Runner.Run(
            new Sequence
            {
                Variables = { wide },
                Activities = { new Put<string>("text") { To = new OutArgument<string>(wide) }, new Note(_log, context => $"{wide.Get(context)}") }
            },
            lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("text");
    }

    [Fact]
    public void OutArgument_LocationOfANarrowerType_IsAnError()
    {
        Variable<string> narrow = new("narrow");
        Definitions.AssertInvalid(
            new Sequence { Variables = { narrow }, Activities = { new Put<object>("text") { DisplayName = "put", To = new OutArgument<object>(narrow) } } },
            "'put'",
            "'To'");
    }

    [Theory, Lanes]
    public void InOutArgument_WithALocationExpression_ResolvesItOnce(Lane lane)
    {
        int resolutions = 0;
        Exchange child = new()
        {
            Place = new InOutArgument<int>(new Locate(() =>
            {
                resolutions++;
                return new Location<int> { Value = 7 };
            })),
        };
        child.Work = context =>
        {
            _log.Add($"{child.Place.Get(context)}");
            child.Place.Set(context, 8);
            _log.Add($"{child.Place.Get(context)}");
        };
        Runner.Run(child, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("7", "8");
        Assert.Equal(1, resolutions);
    }

    [Theory, Lanes]
    public void InOutArgument_WrittenByOthers_SeesTheNewValue(Lane lane)
    {
        Runner.Run(Around(Increment(), new Put<int>(50) { To = _place }, Increment(), ShowPlace()), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("7", "50", "51");

        Exchange Increment()
        {
            Exchange exchange = new() { Place = _place };
            exchange.Work = context =>
            {
                _log.Add($"{exchange.Place.Get(context)}");
                exchange.Place.Set(context, exchange.Place.Get(context) + 1);
            };
            return exchange;
        }
    }

    [Theory, Lanes]
    public void Result_OfACodeActivity_IsSetAfterExecute(Lane lane)
    {
        Variable<int> target = new("target", 1);
        Answer answer = new(place => _log.Add($"during {place.Value}"))
        {
            Result = target,
            Watched = new InArgument<Location<int>>(new VariableReference<int>(target))
        };
        Runner.Run(new Sequence { Variables = { target }, Activities = { answer, new Show<int>(_log, target) } }, lane);
        _log.AssertIs("during 1", "42");
    }

    [Theory, Lanes]
    public void Result_OfAFaultedCodeActivity_IsNotSet(Lane lane)
    {
        Variable<int> target = new("target", 1);
        Answer answer = new(_ => throw new InvalidOperationException("no answer")) { Result = target };
        TryCatch guard = new() { Try = answer, Catches = { new Catch<InvalidOperationException>() } };
        Runner.Run(new Sequence { Variables = { target }, Activities = { guard, new Show<int>(_log, target) } }, lane);
        _log.AssertIs("1");
    }

    [Fact]
    public void Result_OfACodeActivity_IsDeclaredAutomatically()
    {
        Answer answer = new(_ => { });
        Definitions.AssertValid(answer);
        Assert.NotNull(answer.Result);
        Assert.Equal(ArgumentDirection.Out, answer.Result.Direction);
        Assert.Equal(typeof(int), answer.ResultType);
    }

    [Theory, Lanes]
    public void SetValue_OfANullArgument_DoesNothing(Lane lane)
    {
        Step step = new(_log, "step", context =>
        {
            context.SetValue((InArgument<int>?)null, 1);
            context.SetValue((OutArgument<int>?)null, 1);
            context.SetValue((InOutArgument<int>?)null, 1);
        });
        Runner.Run(step, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("4.4")]
    public void OutArgument_LocationResolvesLater_DelaysTheBody(Lane lane)
    {
        Location<int> real = new();
        Probe child = new(_log, "child") { Output = new OutArgument<int>(new WaitFor<Location<int>>(_log, "place")) };
        child.Body = context => child.Output.Set(context, 5);
        Running running = Runner.Start(child, lane);
        _log.AssertIs("place waits");
        running.Resume("place", real);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(5, real.Value);
    }

    [Theory, Lanes]
    [Rule("4.4")]
    public void InOutArgument_LocationResolvesLater_ReadsAndWritesIt(Lane lane)
    {
        Location<int> real = new() { Value = 20 };
        Exchange child = new() { Place = new InOutArgument<int>(new WaitFor<Location<int>>(_log, "place")) };
        child.Work = context => child.Place.Set(context, child.Place.Get(context) + 1);
        Running running = Runner.Start(child, lane);
        running.Resume("place", real);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(21, real.Value);
    }

    [Theory, Lanes]
    [Rule("4.4")]
    public void OutArgument_LocationResolvesLater_PrecedesVariableDefaults(Lane lane)
    {
        Probe child = new(_log, "child")
        {
            Output = new OutArgument<int>(new WaitFor<Location<int>>(_log, "place")),
            Variables = { new Variable<int>("default", _ => Logged("default")) },
        };
        Running running = Runner.Start(child, lane);
        _log.AssertIs("place waits");
        running.Resume("place", new Location<int>());
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("place waits", "default", "child executes");
    }

    [Theory, Lanes]
    [Rule("4.3")]
    public void OutArgument_OfAnAsyncActivity_IsWrittenAtTheEnd(Lane lane)
    {
        Operation operation = new(_log, "operation") { Result = _place };
        Running running = Runner.Start(Around(operation, ShowPlace()), lane);
        operation.Succeed(77);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("77", _log.Entries[^1]);
    }

    private int Logged(string text)
    {
        _log.Add(text);
        return 0;
    }

    private Sequence Around(params Activity[] activities)
    {
        Sequence sequence = new() { Variables = { _place } };
        foreach (Activity activity in activities)
        {
            sequence.Activities.Add(activity);
        }

        return sequence;
    }

    private Show<int> ShowPlace() => new(_log, _place);

    private sealed class Exchange : CodeActivity
    {
        public InOutArgument<int> Place { get; set; } = null!;

        public Action<CodeActivityContext>? Work { get; set; }

        protected override void Execute(CodeActivityContext context) => Work?.Invoke(context);
    }

    private sealed class Locate(Func<Location<int>> locate) : CodeActivity<Location<int>>
    {
        protected override Location<int> Execute(CodeActivityContext context) => locate();
    }

    private sealed class Answer(Action<Location<int>> during) : CodeActivity<int>
    {
        public InArgument<Location<int>>? Watched { get; set; }

        protected override int Execute(CodeActivityContext context)
        {
            during(Watched!.Get(context));
            return 42;
        }
    }
}
