using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking.Engine;

/// <summary>Tests the arguments and variables in the state records of activities, with their values at the time of the record.</summary>
[Rule("15.3")]
public sealed class ExtractionTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Arguments_InEachState_OutOnlyAtEnd(Lane lane)
    {
        Collector collector = Of("a", arguments: ["*"]);
        Variable<int> number = new("number");
        Probe a = new(_log, "a") { Input = 3, Output = number };
        a.Body = context =>
        {
            a.Output!.Set(context, 5);
            a.Input.Set(context, 4);
        };
        Run(new Sequence { Variables = { number }, Activities = { a } }, lane, collector);
        Assert.Equal(["Executing Input=3 SecondInput=0", "Closed Input=4 Output=5 SecondInput=0"], collector.Records.Select(Arguments));
    }

    [Theory, Lanes]
    public void Arguments_AreThoseOfQuery(Lane lane)
    {
        Collector collector = Of("a", arguments: ["Input", "nobody's"]);
        Run(new Probe(_log, "a") { Input = 3, SecondInput = 4 }, lane, collector);
        Assert.Equal(["Executing Input=3", "Closed Input=3"], collector.Records.Select(Arguments));
    }

    [Theory, Lanes]
    public void Values_AreThoseAtTimeOfRecord(Lane lane)
    {
        Collector collector = Of("a", variables: ["number"]);
        Variable<int> number = new("number", 1);
        Assign<int> a = new() { DisplayName = "a", To = number, Value = new InArgument<int>(context => number.Get(context) + 1) };
        Run(new Sequence { Variables = { number }, Activities = { a, new Assign<int> { To = number, Value = 9 } } }, lane, collector);
        Assert.Equal(["Executing number=1", "Closed number=2"], collector.Records.Select(Variables));
    }

    [Theory, Lanes]
    public void Variables_ByName_AreInnermost(Lane lane)
    {
        Collector collector = Of("inner", variables: ["x", "y", "z"]);
        Sequence inner = new() { DisplayName = "inner", Variables = { new Variable<int>("x", 1) } };
        Sequence middle = new() { Variables = { new Variable<int>("x", 2), new Variable<int>("y", 3) }, Activities = { inner } };
        Run(new Sequence { Variables = { new Variable<int>("y", 4), new Variable<int>("z", 5) }, Activities = { middle } }, lane, collector);
        Assert.Equal(["Executing x=1 y=3 z=5", "Closed x=1 y=3 z=5"], collector.Records.Select(Variables));
    }

    [Theory, Lanes]
    public void Variables_ByWildcard_AreOwn(Lane lane)
    {
        Collector collector = Of("inner", variables: ["*"]);
        Sequence inner = new() { DisplayName = "inner", Variables = { new Variable<int>("x", 1), new Variable<int>() } };
        Run(new Sequence { Variables = { new Variable<int>("y", 2) }, Activities = { inner } }, lane, collector);
        Assert.Equal(["Executing x=1", "Closed x=1"], collector.Records.Select(Variables));
    }

    [Theory, Lanes]
    public void Variables_OutsideImplementation_AreNotVisibleInside(Lane lane)
    {
        Collector collector = Of("inside", variables: ["x"]);
        Variable<int> x = new("x", 1);
        Composite composite = new("outer", () => new Step(_log, "inside"));
        Run(new Sequence { Variables = { x }, Activities = { composite } }, lane, collector);
        Assert.Equal(["Executing", "Closed"], collector.Records.Select(Variables));
    }

    [Theory, Lanes]
    public void Variables_OutsideDelegate_AreVisibleToHandler(Lane lane)
    {
        Collector collector = Of("handler", variables: ["x"]);
        DelegateInArgument<int> item = new("item");
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1 }),
            Body = new ActivityAction<int> { Argument = item, Handler = new Step(_log, "handler") },
        };
        Run(new Sequence { Variables = { new Variable<int>("x", 7) }, Activities = { loop } }, lane, collector);
        Assert.Equal(["Executing x=7", "Closed x=7"], collector.Records.Select(Variables));
    }

    [Theory, Lanes]
    public void Profile_None_IncludesArgumentsAndOwnVariables(Lane lane)
    {
        Collector collector = new();
        Run(
            new Sequence { DisplayName = "root", Variables = { new Variable<int>("x", 1) }, Activities = { new Probe(_log, "a") { Input = 3 } } },
            lane,
            collector);
        Assert.Equal("Executing x=1", Variables(collector.Records.OfType<ActivityStateRecord>().First()));
        Assert.Equal("Executing Input=3 SecondInput=0", Arguments(collector.Records.OfType<ActivityStateRecord>().ElementAt(1)));
        Assert.Equal("Executing", Variables(collector.Records.OfType<ActivityStateRecord>().ElementAt(1)));
    }

    [Theory, Lanes]
    public void Values_NotInQuery_AreOmitted(Lane lane)
    {
        Collector collector = Of("a");
        Run(new Probe(_log, "a") { Input = 3, Variables = { new Variable<int>("x", 1) } }, lane, collector);
        Assert.All(collector.Records, record => Assert.Empty(((ActivityStateRecord)record).Arguments.Concat(((ActivityStateRecord)record).Variables)));
    }

    [Theory, Lanes]
    public void Fault_InBody_IncludesArguments(Lane lane)
    {
        Collector collector = Of("a", ["Faulted"], arguments: ["*"]);
        Fill a = new() { DisplayName = "a", Amount = 3, Fails = true };
        Run(new Sequence { Activities = { new Fill { Amount = 8 }, a } }, lane, collector);
        Assert.Equal(["Faulted Amount=3 Fails=True"], collector.Records.Select(Arguments));
    }

    /// <summary>The location of the failed argument may contain a value of an earlier activity.</summary>
    [Theory, Lanes]
    public void Fault_OfArgument_IncludesEvaluatedArguments(Lane lane)
    {
        Collector collector = Of("a", ["Faulted"], arguments: ["*"], variables: ["*"]);
        Fill a = new() { DisplayName = "a", Amount = new InArgument<int>(_ => throw new FormatException("x")) };
        Run(new Sequence { Activities = { new Fill { Amount = 8 }, a } }, lane, collector);
        Assert.Equal(["Faulted Fails=False"], collector.Records.Select(Arguments));
    }

    [Theory, Lanes]
    [Rule("4.2")]
    public void Fault_OfArgument_IncludesEarlierOnesWithoutVariables(Lane lane)
    {
        Collector collector = Of("a", ["Faulted"], arguments: ["*"], variables: ["x", "y"]);
        Variable<int> around = new("y", 7);
        Probe a = Ordered(3, new InArgument<int>(_ => throw new FormatException("x")));
        a.Variables.Add(new Variable<int>("x", 1));
        a.Output = around;
        Run(new Sequence { Variables = { around }, Activities = { a } }, lane, collector);
        Assert.Equal(["Faulted Input=3 Output=0"], collector.Records.Select(Arguments));
        Assert.Equal(["Faulted y=7"], collector.Records.Select(Variables));
    }

    [Theory, Lanes]
    [Rule("4.12")]
    public void Fault_OfArgumentActivity_IncludesEarlierArgumentsOfOwner(Lane lane)
    {
        Collector collector = Of("a", ["Faulted"], arguments: ["*"]);
        Running running = Runner.Start(
            new Sequence { Activities = { Ordered(8, 9), Ordered(3, new InArgument<int>(new WaitFor<int>(_log, "w"))) } },
            lane,
            extensions: collector.AsExtension());
        running.Resume("w", "no number");
        Assert.IsType<InvalidCastException>(running.End().Reason);
        Assert.Equal(["Faulted Input=3 Output=0"], collector.Records.Select(Arguments));
    }

    [Theory, Lanes]
    [Rule("4.12")]
    public void Fault_OfOwnerAfterFailedArgument_IncludesDefault(Lane lane)
    {
        Collector collector = Of("a", ["Faulted"], arguments: ["*"]);
        Probe a = Ordered(new InArgument<int>(new Compute<int>(_log, "failing", _ => throw new FormatException("x"))), 4);
        Probe root = new(_log, "root", Ordered(8, 9), a) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context =>
        {
            root.ScheduleGuarded(context, a);
            root.ScheduleGuarded(context, root.Children[0]);
        };
        Run(root, lane, collector).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["Faulted Input=0 Output=0 SecondInput=4"], collector.Records.Select(Arguments));
    }

    [Theory, Lanes]
    [Rule("4.6")]
    public void Fault_OfDefault_IncludesInitializedVariables(Lane lane)
    {
        Collector collector = Of("a", ["Faulted"], arguments: ["*"], variables: ["*"]);
        Probe a = Ordered(3, 4);
        a.Variables.AddRange(
        [
            new Variable<int>("first", 5),
            new Variable<int>("without"),
            new Variable<int>("failing", _ => throw new FormatException("x")),
            new Variable<int>("later", 6),
        ]);
        Run(a, lane, collector);
        Assert.Equal(["Faulted Input=3 Output=0 SecondInput=4"], collector.Records.Select(Arguments));
        Assert.Equal(["Faulted first=5 without=0"], collector.Records.Select(Variables));
    }

    [Theory, Lanes]
    [Rule("4.6")]
    public void Fault_OfDefaultActivity_IncludesInlineVariables(Lane lane)
    {
        Collector collector = Of("a", ["Faulted"], variables: ["*"]);
        Probe a = Ordered(3, 4);
        a.Variables.AddRange(
        [
            new Variable<int>("waiting") { Default = new WaitFor<int>(_log, "other") },
            new Variable<int>("failing") { Default = new WaitFor<int>(_log, "w") },
            new Variable<int>("inline", 6),
        ]);
        Running running = Runner.Start(a, lane, extensions: collector.AsExtension());
        running.Resume("w", "no number");
        Assert.IsType<InvalidCastException>(running.End().Reason);
        Assert.Equal(["Faulted inline=6"], collector.Records.Select(Variables));
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Canceled_ArgumentWaits_IncludesDefault(Lane lane)
    {
        Collector collector = Of("a", ["Canceled"], arguments: ["*"], variables: ["x"]);
        Probe a = Ordered(3, new InArgument<int>(new WaitFor<int>(_log, "w")));
        a.Variables.Add(new Variable<int>("x", 1));
        Running running = Runner.Start(new Sequence { Activities = { Ordered(8, 9), a } }, lane, extensions: collector.AsExtension());
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal(["Canceled Input=3 Output=0 SecondInput=0"], collector.Records.Select(Arguments));
        Assert.Equal(["Canceled"], collector.Records.Select(Variables));
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Canceled_BeforeBody_IncludesNoOwnValues(Lane lane)
    {
        Collector collector = Of("a", ["Canceled"], arguments: ["*"], variables: ["x", "y"]);
        Probe a = new(_log, "a") { Input = 3, Variables = { new Variable<int>("x", 1) } };
        Probe root = new(_log, "root", a) { Variables = { new Variable<int>("y", 2) } };
        root.Body = context => context.CancelChild(root.Schedule(context, a));
        Run(root, lane, collector);
        Assert.Equal(["Canceled"], collector.Records.Select(Arguments));
        Assert.Equal(["Canceled y=2"], collector.Records.Select(Variables));
    }

    [Theory, Lanes]
    [Rule("15.4")]
    public void Value_Unreadable_IsOmitted(Lane lane)
    {
        Collector collector = Of("a", arguments: ["*"]);
        Probe a = new(_log, "a") { Output = new OutArgument<int>(new Compute<Location<int>>(_log, "place", _ => new Unreadable())), Input = 3 };
        Run(a, lane, collector).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(
            ["Executing Input=3 SecondInput=0", "Closed Input=3 SecondInput=0"],
            collector.Records.Select(record => Arguments(record).Replace(" Output=0", "", StringComparison.Ordinal)));
    }

    [Theory, Lanes]
    public void Values_TwoParticipants_FollowTheirQueries(Lane lane)
    {
        Collector first = Of("a", ["Closed"], arguments: ["Input"]), second = Of("a", ["Closed"], arguments: ["SecondInput"]);
        Runner.Run(new Probe(_log, "a") { Input = 3, SecondInput = 4 }, lane, extensions: Collector.Extensions(first, second));
        Assert.Equal(["Closed Input=3"], first.Records.Select(Arguments));
        Assert.Equal(["Closed SecondInput=4"], second.Records.Select(Arguments));
    }

    /// <summary>Returns an activity 'a' whose arguments are evaluated in the given order; an argument without an order is evaluated first.</summary>
    private static Probe Ordered(InArgument<int> first, InArgument<int> second)
    {
        first.EvaluationOrder = 1;
        second.EvaluationOrder = 2;
        return new Probe(new Log(), "a") { Input = first, SecondInput = second };
    }

    private static Collector Of(string activity, string[]? states = null, string[]? arguments = null, string[]? variables = null)
    {
        ActivityStateQuery query = new() { ActivityName = activity };
        Array.ForEach(states ?? ["*"], query.States.Add);
        Array.ForEach(arguments ?? [], query.Arguments.Add);
        Array.ForEach(variables ?? [], query.Variables.Add);
        return Collector.Of(query);
    }

    private static Ended Run(Activity root, Lane lane, Collector collector) => Runner.Run(root, lane, extensions: collector.AsExtension());

    private static string Arguments(TrackingRecord record) => Text(record, ((ActivityStateRecord)record).Arguments);

    private static string Variables(TrackingRecord record) => Text(record, ((ActivityStateRecord)record).Variables);

    private static string Text(TrackingRecord record, IDictionary<string, object?> values) => string.Join(
        ' ', values.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Key}={pair.Value}").Prepend(((ActivityStateRecord)record).State));

    private sealed class Fill : CodeActivity
    {
        public InArgument<int> Amount { get; set; } = new();

        public InArgument<bool> Fails { get; set; } = new();

        protected override void Execute(CodeActivityContext context)
        {
            if (Fails.Get(context))
            {
                throw new FormatException("x");
            }
        }
    }

    private sealed class Unreadable : Location<int>
    {
        public override int Value
        {
            get => throw new FormatException("unreadable");
            set
            {
            }
        }
    }
}
