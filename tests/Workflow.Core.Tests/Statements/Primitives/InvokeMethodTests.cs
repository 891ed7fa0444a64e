using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.10")]
[Rule("19")]
public sealed class InvokeMethodTests : StatementTests
{
    protected override Activity Sample()
    {
        Log log = Log;
        return new InvokeMethod { TargetObject = new InArgument<Target>(_ => new Target(log)), MethodName = nameof(Target.Mark) };
    }

    [Theory, Lanes]
    public void Method_Static_ReturnsResult(Lane lane) => Assert.Equal(5, Call<int>(nameof(Methods.Add), lane, In(2), In(3)));

    [Theory, Lanes]
    public void Method_OfObject_RunsOnIt(Lane lane)
    {
        Target target = new(Log) { Name = "target" };
        Assert.Equal("target!", CallOn<Target, string>(target, nameof(Target.Shout), lane));
    }

    [Theory, Lanes]
    public void Method_Virtual_RunsOverride(Lane lane) => Assert.Equal("derived", CallOn<Target, string>(new DerivedTarget(Log), nameof(Target.Kind), lane));

    [Theory, Lanes]
    public void Method_OfRuntimeTypeOnly_IsNotFound(Lane lane)
    {
        InvokeMethod invoke = new() { TargetObject = new InArgument<Target>(_ => new DerivedTarget(Log)), MethodName = nameof(DerivedTarget.OnlyHere) };
        Invalid.AssertRoot(invoke, "has no public instance method 'OnlyHere'");
        invoke = new() { TargetObject = new InArgument<DerivedTarget>(_ => new DerivedTarget(Log)), MethodName = nameof(DerivedTarget.OnlyHere) };
        Runner.Run(invoke, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Method_OfBaseInterface_IsFound(Lane lane)
    {
        List<int> items = [3];
        Assert.Equal(1, CallOn<IList<int>, int>(items, "get_Count", lane));
        Assert.Equal(typeof(List<int>), CallOn<IList<int>, Type>(items, nameof(GetType), lane));
    }

    [Theory, Lanes]
    public void Method_OfStruct_RunsOnIt(Lane lane) => Assert.Equal(3, CallOn<TimeSpan, int>(TimeSpan.FromDays(3), "get_Days", lane));

    [Theory, Lanes]
    public void Method_Generic_UsesTypeArguments(Lane lane)
    {
        InvokeMethod invoke = Static(nameof(Methods.NameOf), In(1));
        invoke.GenericTypeArguments.Add(typeof(Guid));
        Assert.Equal("Guid 1", Run<string>(invoke, lane));
    }

    [Fact]
    public void Method_TypeArgumentViolatesConstraint_IsInvalid()
    {
        InvokeMethod invoke = Static(nameof(Methods.StructOnly));
        invoke.GenericTypeArguments.Add(typeof(string));
        Invalid.AssertRoot(invoke, "'StructOnly'");
        Invalid.AssertRoot(Static(nameof(Methods.NameOf), In(1)), "0 type arguments");
    }

    [Theory]
    [Lanes(0)]
    [Lanes(1)]
    [Lanes(4)]
    public void Params_SeveralArguments_AreCollected(int count, Lane lane) =>
        Assert.Equal(
            $"sum {string.Join(' ', Enumerable.Repeat("7", count))}".TrimEnd(),
            Call<string>(nameof(Methods.Join), lane, [In("sum"), .. Enumerable.Repeat(0, count).Select(_ => In(7))]));

    [Theory, Lanes]
    public void Params_GivenArray_IsPassedUnchanged(Lane lane) =>
        Assert.Equal("sum 1 2", Call<string>(nameof(Methods.Join), lane, In("sum"), new InArgument<int[]>(_ => new[] { 1, 2 })));

    [Theory, Lanes]
    public void Params_AnyElementType_ConvertsEachArgument(Lane lane)
    {
        Assert.Equal("Int32 String", Call<string>(nameof(Methods.TypesOf), lane, In(1), In("x")));
        Assert.Equal(6L, Call<long>(nameof(Methods.Total), lane, In(1), In((short)2), In(3L)));
    }

    [Theory, Lanes]
    public void Parameters_Optional_UseDefaults(Lane lane)
    {
        Assert.Equal("a-b", Call<string>(nameof(Methods.Optional), lane, In("a")));
        Assert.Equal("a-c", Call<string>(nameof(Methods.Optional), lane, In("a"), In("c")));
    }

    [Theory, Lanes]
    public void Parameters_OptionalAndParams_AreFound(Lane lane)
    {
        Assert.Equal("a 2 Friday", Call<string>(nameof(Methods.OptionalAndParams), lane, In("a")));
        Assert.Equal("a 5 Friday", Call<string>(nameof(Methods.OptionalAndParams), lane, In("a"), In(5)));
        Assert.Equal(
            "a 5 Monday 7 8",
            Call<string>(nameof(Methods.OptionalAndParams), lane, In("a"), In(5), new InArgument<DayOfWeek?>(_ => DayOfWeek.Monday), In(7), In(8)));
        Invalid.AssertRoot(Static(nameof(Methods.NotOptional), In("a")), "'NotOptional");
    }

    [Theory, Lanes]
    public async Task RunAsynchronously_ValueTask_ReturnsResult(Lane lane)
    {
        Assert.Equal(9, await RunAsync<int>(nameof(Methods.SlowValueAsync), lane, In(9)));
        Assert.Equal(9L, await RunAsync<long>(nameof(Methods.SlowValueAsync), lane, In(9)));
        ValueTask<int> completed = await RunAsync<ValueTask<int>>(nameof(Methods.SlowValueAsync), lane, In(9));
        Assert.True(completed.IsCompletedSuccessfully);
        Assert.Equal(9, await completed);
        Assert.Equal(9, await Assert.IsType<ValueTask<int>>(await RunAsync<object>(nameof(Methods.HiddenValueAsync), lane, In(9))));
    }

    [Theory, Lanes]
    public async Task RunAsynchronously_ValueTaskFails_FaultsWithItsException(Lane lane)
    {
        InvokeMethod invoke = Static(nameof(Methods.FailSlowlyAsValueAsync));
        invoke.RunAsynchronously = true;
        Assert.IsType<InvalidTimeZoneException>((await Runner.Start(invoke, lane).EndAsync()).Reason);
    }

    [Theory, Lanes]
    public void Parameters_OutAndRef_AreWrittenBack(Lane lane)
    {
        Variable<int> counter = new("counter", 4);
        Variable<string> text = new("text");
        Sequence root = new()
        {
            Variables = { counter, text },
            Activities =
            {
                Static(nameof(Methods.OutAndRef), new InOutArgument<int>(counter), new OutArgument<string>(text)),
                new Note(Log, context => $"{counter.Get(context)} {text.Get(context)}"),
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("5 was 4");
    }

    [Fact]
    public void Parameters_WrongDirection_AreInvalid()
    {
        Invalid.AssertRoot(Static(nameof(Methods.OutAndRef), In(1), new OutArgument<string>()), "'OutAndRef(ref Int32, out String)'");
        Invalid.AssertRoot(Static(nameof(Methods.Add), new OutArgument<int>(), In(1)), "No public static method 'Add'");
    }

    [Theory, Lanes]
    public void Overloads_ExactTypeIsPreferred(Lane lane)
    {
        Assert.Equal("int", Call<string>(nameof(Methods.Overloaded), lane, In(1)));
        Assert.Equal("long", Call<string>(nameof(Methods.Overloaded), lane, In(1L)));
        Assert.Equal("object", Call<string>(nameof(Methods.Overloaded), lane, In("x")));
    }

    [Theory, Lanes]
    public void Overloads_NarrowerWideningIsPreferred(Lane lane) => Assert.Equal("int", Call<string>(nameof(Methods.Overloaded), lane, In((short)1)));

    [Fact]
    public void Overloads_Ambiguous_AreInvalid() =>
        Invalid.AssertRoot(Static(nameof(Methods.Ambiguous), In(1), In(1)), "equally well", "'Ambiguous(Int64, Int32)'", "'Ambiguous(Int32, Int64)'");

    [Fact]
    [Rule("12.4")]
    public void Method_Missing_IsInvalid()
    {
        Invalid.AssertRoot(Static("Missing"), "has no public static method 'Missing'");
        Invalid.AssertRoot(Static("add", In(1), In(2)), "has no public static method 'add'");
        Invalid.AssertRoot(Static("Hidden"), "has no public static method 'Hidden'");
        Invalid.AssertRoot(Static(nameof(Methods.Add), In(1)), "takes (In Int32)", "'Add(Int32, Int32)'");
        Invalid.AssertRoot(new InvokeMethod { TargetType = typeof(Target), MethodName = nameof(Target.Mark) }, "has no public static method 'Mark'");
    }

    [Fact]
    [Rule("12.4")]
    public void Target_NoneOrBoth_IsInvalid()
    {
        Invalid.AssertRoot(new InvokeMethod { MethodName = "M" }, "exactly one of the two");
        Invalid.AssertRoot(
            new InvokeMethod { MethodName = "M", TargetType = typeof(Methods), TargetObject = new InArgument<string>("x") },
            "exactly one of the two");
        Invalid.AssertRoot(new InvokeMethod { TargetType = typeof(Methods) }, "names no method to call");
    }

    [Fact]
    [Rule("12.4")]
    public void Result_IncompatibleType_IsInvalid()
    {
        InvokeMethod invoke = Static(nameof(Methods.Add), In(1), In(2));
        invoke.Result = new OutArgument<string>();
        Invalid.AssertRoot(invoke, "returns 'System.Int32'", "'System.String'");
        invoke = Static(nameof(Methods.Nothing));
        invoke.Result = new OutArgument<object>();
        Invalid.AssertRoot(invoke, "returns 'System.Void'");
    }

    [Theory, Lanes]
    public void Result_WiderType_IsConverted(Lane lane)
    {
        Assert.Equal(5L, Call<long>(nameof(Methods.Add), lane, In(2), In(3)));
        Assert.Equal(5, Call<object>(nameof(Methods.Add), lane, In(2), In(3)));
    }

    [Theory, Lanes]
    public void TargetObject_Null_ThrowsArgumentNull(Lane lane)
    {
        InvokeMethod invoke = new() { TargetObject = new InArgument<Target>(_ => null!), MethodName = nameof(Target.Mark), DisplayName = "invoke" };
        Assert.Contains("'invoke'", Fails<ArgumentNullException>(invoke, lane).Message, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Exception_OfMethod_IsNotWrapped(Lane lane)
    {
        InvalidTimeZoneException thrown = Fails<InvalidTimeZoneException>(Static(nameof(Methods.Fail)), lane);
        Assert.Contains(nameof(Methods.Fail), thrown.StackTrace, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Exception_OfMethod_IsCaughtByType(Lane lane)
    {
        TryCatch root = new()
        {
            Try = Static(nameof(Methods.Fail)),
            Catches = { new Catch<InvalidTimeZoneException> { Action = new ActivityAction<InvalidTimeZoneException> { Handler = new Step(Log, "caught") } } },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("caught");
    }

    [Theory, Lanes]
    public async Task RunAsynchronously_Method_DoesNotBlockWorkflow(Lane lane)
    {
        Gate gate = new();
        InvokeMethod invoke = new() { TargetObject = new InArgument<Gate>(_ => gate), MethodName = nameof(Gate.EnterAsync), RunAsynchronously = true };
        Running running = Runner.Start(new Parallel { Branches = { invoke, new Step(Log, "beside") } }, lane);
        Log.AssertIs("beside");
        Assert.True(running.IsIdle);
        gate.Open();
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public async Task RunAsynchronously_Task_ReturnsResult(Lane lane)
    {
        Assert.Equal(9, await RunAsync<int>(nameof(Methods.SlowAsync), lane, In(9)));
        Assert.Equal(5, await RunAsync<int>(nameof(Methods.Add), lane, In(2), In(3)));
    }

    [Theory, Lanes]
    public async Task RunAsynchronously_TaskFails_FaultsWithItsException(Lane lane)
    {
        InvokeMethod invoke = Static(nameof(Methods.FailSlowlyAsync));
        invoke.RunAsynchronously = true;
        Ended ended = await Runner.Start(invoke, lane).EndAsync();
        Assert.IsType<InvalidTimeZoneException>(ended.Reason);
    }

    [Theory, Lanes]
    public async Task RunAsynchronously_MethodThrows_FaultsWithItsException(Lane lane)
    {
        InvokeMethod invoke = Static(nameof(Methods.Fail));
        invoke.RunAsynchronously = true;
        Assert.IsType<InvalidTimeZoneException>((await Runner.Start(invoke, lane).EndAsync()).Reason);
    }

    [Theory, Lanes]
    public async Task Result_TaskNotAwaited_IsTask(Lane lane)
    {
        Task<int> task = Call<Task<int>>(nameof(Methods.SlowAsync), lane, In(9))!;
        Assert.Equal(9, await task);
    }

    [Fact]
    public void Result_ValueOfTaskNotAwaited_IsInvalid()
    {
        InvokeMethod invoke = Static(nameof(Methods.SlowAsync), In(1));
        invoke.Result = new OutArgument<int>();
        Invalid.AssertRoot(invoke, "set RunAsynchronously");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public async Task Cancel_WhileRunning_AwaitsTaskAndEndsClosed(Lane lane)
    {
        Gate gate = new();
        InvokeMethod invoke = new() { TargetObject = new InArgument<Gate>(_ => gate), MethodName = nameof(Gate.EnterAsync), RunAsynchronously = true };
        Running running = Runner.Start(invoke, lane);
        running.Cancel();
        Assert.True(running.IsIdle);
        gate.Open();
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    public void Collections_GivenNull_Refuse()
    {
        Assert.Throws<ArgumentNullException>(() => new InvokeMethod().Parameters.Add(null!));
        Assert.Throws<ArgumentNullException>(() => new InvokeMethod().GenericTypeArguments.Add(null!));
    }

    [Theory, Lanes]
    public void Calls_InLoop_PassEachValue(Lane lane)
    {
        ForEach<int> loop = new()
        {
            Values = new(_ => new[] { 1, 2 }),
            Body = Handlers.Action<int>(item => new InvokeMethod
            {
                TargetObject = new InArgument<Target>(_ => new Target(Log)),
                MethodName = nameof(Target.Say),
                Parameters = { new InArgument<int>(item) },
            }),
        };
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("1", "2");
    }

    private static InArgument<T> In<T>(T value) => new(_ => value);

    private static InvokeMethod Static(string name, params Argument[] parameters)
    {
        InvokeMethod invoke = new() { TargetType = typeof(Methods), MethodName = name };
        Array.ForEach(parameters, invoke.Parameters.Add);
        return invoke;
    }

    private static T? Call<T>(string name, Lane lane, params Argument[] parameters) => Run<T>(Static(name, parameters), lane);

    private static TResult? CallOn<TTarget, TResult>(TTarget target, string name, Lane lane) =>
        Run<TResult>(new InvokeMethod { TargetObject = new InArgument<TTarget>(_ => target), MethodName = name }, lane);

    private static T? Run<T>(InvokeMethod invoke, Lane lane)
    {
        invoke.Result = new OutArgument<T>();
        Ended ended = Runner.Run(invoke, lane);
        ended.AssertCompleted(ActivityInstanceState.Closed);
        return (T?)ended.Outputs["Result"];
    }

    private static async Task<T?> RunAsync<T>(string name, Lane lane, params Argument[] parameters)
    {
        InvokeMethod invoke = Static(name, parameters);
        invoke.RunAsynchronously = true;
        invoke.Result = new OutArgument<T>();
        Ended ended = await Runner.Start(invoke, lane).EndAsync();
        ended.AssertCompleted(ActivityInstanceState.Closed);
        return (T?)ended.Outputs["Result"];
    }
}
