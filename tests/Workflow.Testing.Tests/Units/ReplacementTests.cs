using Workflow.Statements;

namespace Workflow.Testing.Tests.Units;

public sealed class ReplacementTests
{
    [Fact]
    public void Replace_ByType_ReplacesAllAndKeepsTheArguments()
    {
        WorkflowTestResult result = WorkflowTest.Run(new Shipping(), options: Options().Replace<SendMail>(with: _ => new FakeMail()));
        Assert.Equal("fake a, fake b", result.GetOutput<string>());
        result.Trace.AssertRan("FakeMail", "FakeMail").AssertDidNotRun("SendMail");
    }

    [Fact]
    public void Replace_ByNameAndById_ReplacesThatOne()
    {
        WorkflowTestResult first = WorkflowTest.Run(
            new Shipping(),
            options: Options().Replace("Second", with: _ => new FakeMail()).Replace<SendMail>(_ => new Sequence()));
        Assert.Equal(", fake b", first.GetOutput<string>());

        string id = first.Trace.Records.OfType<Workflow.Tracking.ActivityStateRecord>().First(record => record.Activity.Name == "FakeMail").Activity.Id;
        WorkflowTestResult second = WorkflowTest.Run(
            new Shipping(),
            options: Options().ReplaceId(id, _ => new Sequence()).Replace<SendMail>(_ => new FakeMail { To = "x" }));
        Assert.Equal("fake x, ", second.GetOutput<string>());
    }

    [Fact]
    public void Replace_WithTheOriginalGiven_CanWrapIt()
    {
        WorkflowTestResult result = WorkflowTest.Run(
            new Sequence { Activities = { new Throw { Exception = new(_ => new TimeoutException()) } } },
            options: Options().Replace<Throw>(original => new TryCatch { Try = original, Catches = { new Catch<TimeoutException>() } }));
        Assert.Equal(ActivityInstanceState.Closed, result.State);
    }

    /// <summary>Covers all properties in which shipped activities contain other activities.</summary>
    [Fact]
    public void Replace_InAnyPropertyOfShippedActivities_FindsIt()
    {
        FlowStep last = new() { Action = Mail() };
        FlowStep first = new() { Action = Mail(), Next = new FlowDecision(_ => true) { True = last } };
        State final = new() { IsFinal = true, Entry = Mail() };
        Activity[] places =
        [
            new Sequence { Activities = { Mail() } },
            new If(_ => true) { Then = Mail() },
            new TryCatch { Try = new Sequence(), Finally = Mail() },
            new Switch<int> { Expression = 1, Cases = { [1] = Mail() } },
            new ForEach<int> { Values = new(_ => new[] { 1 }), Body = new ActivityAction<int> { Argument = new DelegateInArgument<int>(), Handler = Mail() } },
            new Flowchart { StartNode = first, Nodes = { first } },
            new Pick { Branches = { new PickBranch { Trigger = Mail(), Action = Mail() } } },
            new StateMachine
            {
                InitialState = new State
                {
                    DisplayName = "first",
                    Entry = Mail(),
                    Exit = Mail(),
                    Transitions = { new Transition { To = final, Trigger = Mail(), Action = Mail() } }
                },
                States = { final },
            },
            new Parallel { Branches = { Mail(), new While(_ => false) { Body = Mail() } } },
            new TryCatch
            {
                Try = new Throw { Exception = new(_ => new TimeoutException()) },
                Catches = { new Catch<TimeoutException> { Action = new ActivityAction<TimeoutException> { Handler = Mail() } } }
            },
        ];
        foreach (Activity place in places)
        {
            if (place is StateMachine machine)
            {
                machine.States.Add(machine.InitialState!);
            }

            WorkflowTestResult result = WorkflowTest.Run(place, options: Options().Replace<SendMail>(_ => new Sequence { DisplayName = "instead" }));
            Assert.Null(result.Exception);
            result.Trace.AssertRan("instead").AssertDidNotRun("SendMail");
        }
    }

    [Fact]
    public void Replace_OfAnExpression_MustHaveItsType()
    {
        Activity Definition() => new If { Condition = new(new Approved()), Then = new Sequence { DisplayName = "then" } };
        WorkflowTest.Run(Definition(), options: Options().Replace<Approved>(_ => new Workflow.Expressions.Literal<bool>(true))).Trace.AssertRan("then");
        WorkflowTestException failure = Assert.Throws<WorkflowTestException>(
            () => WorkflowTest.Run(Definition(), options: Options().Replace<Approved>(_ => new Sequence())));
        Assert.Contains("The place of 'Approved'", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Replace_ThatMatchesNothing_ListsWhatExists()
    {
        WorkflowTestException failure = Assert.Throws<WorkflowTestException>(
            () => WorkflowTest.Run(new Shipping(), options: Options().Replace("Third", _ => new FakeMail())));
        Assert.StartsWith("There is no activity 'Third' to replace in 'Shipping', which has these activities:", failure.Message, StringComparison.Ordinal);
        Assert.Contains("- 'Second' (1.", failure.Message, StringComparison.Ordinal);
        Assert.Contains(" of type 'SendMail'", failure.Message, StringComparison.Ordinal);

        failure = Assert.Throws<WorkflowTestException>(() => WorkflowTest.Run(new Shipping(), options: Options().Replace<Shipping>(_ => new FakeMail())));
        Assert.StartsWith("There is no activity of type 'Shipping'", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Replace_WithAnArgumentOfAnotherType_Fails()
    {
        WorkflowTestException failure = Assert.Throws<WorkflowTestException>(
            () => WorkflowTest.Run(new Shipping(), options: Options().Replace("Second", _ => new NumberedMail())));
        Assert.StartsWith("The argument 'To' of 'Second' (1.", failure.Message, StringComparison.Ordinal);
        Assert.Contains("give both the same type and direction", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Replace_WithNullOrOfAPrivateChild_Fails()
    {
        Assert.Contains("is null", Assert.Throws<WorkflowTestException>(
            () => WorkflowTest.Run(new Shipping(), options: Options().Replace("Second", _ => null!))).Message, StringComparison.Ordinal);
        Assert.Contains("cannot be replaced", Assert.Throws<WorkflowTestException>(
            () => WorkflowTest.Run(
                new Sequence { Activities = { new Hiding() } },
                options: Options().Replace<SendMail>(_ => new FakeMail()))).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Replace_InADefinitionThatIsStartedAgain_IsDoneOnce()
    {
        Shipping definition = new();
        TestHostOptions options = Options().Replace<SendMail>(_ => new FakeMail());
        await using TestHost host = new(options);
        Assert.Equal("fake a, fake b", (await host.Start(definition).RunToEndAsync()).GetOutput<string>());
        Assert.Equal("fake a, fake b", (await host.Start(definition).RunToEndAsync()).GetOutput<string>());

        // A later replacement would have to change a definition that has already run.
        options.Replace<FakeMail>(_ => new SendMail());
        WorkflowTestException failure = Assert.Throws<WorkflowTestException>(() => host.Start(definition));
        Assert.Contains("create a new object for each test", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task ReplaceIn_ADefinition_HoldsForAllRunsOfAnExploration()
    {
        Activity definition = Options().Replace<SendMail>(_ => new FakeMail()).ReplaceIn(new Shipping());
        CrashReport report = await CrashTest.ExploreAsync(definition, new CrashTestOptions());
        Assert.Equal("fake a, fake b", report.Uninterrupted.Result.GetOutput<string>());
        Assert.NotEmpty(report.Points);
        Assert.Same(definition, Options().ReplaceIn(definition));
    }

    private static TestHostOptions Options() => new() { IdleAction = PersistableIdleAction.None };

    private static SendMail Mail() => new() { To = "somewhere" };

    private sealed class Shipping : Activity<string>
    {
        public Shipping()
        {
            Variable<string> first = new("first", string.Empty), second = new("second", string.Empty);
            Implementation = () => new Sequence
            {
                Variables = { first, second },
                Activities =
                {
                    new SendMail { To = "a", Result = first },
                    new Inner { Mail = new SendMail { DisplayName = "Second", To = "b", Result = second } },
                    new Assign<string> { To = new(context => Result!.Get(context)), Value = new(context => $"{first.Get(context)}, {second.Get(context)}") },
                },
            };
        }
    }

    /// <summary>A composite inside a composite, whose implementation runs a public child.</summary>
    private sealed class Inner : Activity
    {
        public Inner() => Implementation = () => new Sequence { Activities = { Mail! } };

        public Activity? Mail { get; set; }
    }

    private sealed class SendMail : CodeActivity<string>
    {
        [RequiredArgument]
        public InArgument<string>? To { get; set; }

        protected override string Execute(CodeActivityContext context) => throw new InvalidOperationException("A test sends no mail.");
    }

    private sealed class FakeMail : CodeActivity<string>
    {
        public InArgument<string>? To { get; set; }

        protected override string Execute(CodeActivityContext context) => $"fake {To!.Get(context)}";
    }

    private sealed class NumberedMail : CodeActivity<string>
    {
        public InArgument<int>? To { get; set; }

        protected override string Execute(CodeActivityContext context) => $"{To!.Get(context)}";
    }

    private sealed class Approved : CodeActivity<bool>
    {
        protected override bool Execute(CodeActivityContext context) => false;
    }

    private sealed class Hiding : NativeActivity
    {
        private readonly SendMail _mail = new() { To = "nobody" };

        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddImplementationChild(_mail);

        protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(_mail);
    }
}
