using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class InvokeMethodOfTTests : FallibleExpressionTests<int>
{
    protected override int Expected => 5;

    protected override Type Failure => typeof(ArgumentNullException);

    protected override Activity<int> Sample() => Static<int>(nameof(Methods.Add), Evaluate.In(2), Evaluate.In(3));

    protected override Activity<int> Failing() => On<string, int>(null!, nameof(string.IndexOf), Evaluate.In('x'));

    [Theory, Lanes]
    [Rule("20")]
    public void Method_OfAnObject_RunsOnIt(Lane lane)
    {
        Assert.Equal(2, Evaluate.Value(On<string, int>("text", nameof(string.IndexOf), Evaluate.In('x')), lane));
        Assert.Equal("5", Evaluate.Value(On<int, string>(5, nameof(ToString)), lane));
        Assert.Equal(1, Evaluate.Value(On<IList<int>, int>([1], "get_Count"), lane));
        Assert.Equal(3, Evaluate.Value(On<int[,], int>(new[,] { { 1, 2 }, { 3, 4 } }, "Get", Evaluate.In(1), Evaluate.In(0)), lane));
    }

    [Theory, Lanes]
    [Rule("20")]
    public void Result_OfANarrowerType_IsConverted(Lane lane)
    {
        Assert.Equal(5L, Evaluate.Value(Static<long>(nameof(Methods.Add), Evaluate.In(2), Evaluate.In(3)), lane));
        Assert.Equal((object)5, Evaluate.Value(Static<object>(nameof(Methods.Add), Evaluate.In(2), Evaluate.In(3)), lane));
        Assert.Equal(5, Evaluate.Value(Static<int?>(nameof(Methods.Add), Evaluate.In(2), Evaluate.In(3)), lane));
        Assert.Null(Evaluate.Value(Static<string?>(nameof(Methods.Nothing)), lane));
    }

    [Theory, Lanes]
    [Rule("20")]
    public void Method_Generic_TakesTheTypeArguments(Lane lane)
    {
        InvokeMethod<string> invoke = Static<string>(nameof(Methods.NameOf));
        invoke.GenericTypeArguments.Add(typeof(Guid));
        Assert.Equal("Guid", Evaluate.Value(invoke, lane));
    }

    [Theory, Lanes]
    [Rule("4.3")]
    public void Parameters_OutAndRef_AreWrittenBack(Lane lane)
    {
        Variable<int> number = new("number");
        Take<bool> take = new() { Value = Static<bool>(typeof(int), nameof(int.TryParse), Evaluate.In("42"), new OutArgument<int>(number)) };
        Sequence root = new() { Variables = { number }, Activities = { take, new Note(Log, context => $"{number.Get(context)}") } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([true], take.Taken);
        Log.AssertIs("42");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Method_Throws_FaultsWithTheSameException(Lane lane) => Evaluate.Fault<FormatException>(Static<int>(nameof(Methods.Fail)), lane);

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Target_Null_IsNamedInTheError(Lane lane)
    {
        ArgumentNullException fault = Evaluate.Fault<ArgumentNullException>(Failing(), lane);
        Assert.Equal("TargetObject", fault.ParamName);
        Assert.Contains("'IndexOf'", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("20")]
    public async Task RunAsynchronously_AwaitsTheTask()
    {
        InvokeMethod<int> later = Static<int>(nameof(Methods.AddLater), Evaluate.In(2), Evaluate.In(3));
        later.RunAsynchronously = true;
        InvokeMethod<int> plain = Static<int>(nameof(Methods.Add), Evaluate.In(2), Evaluate.In(3));
        plain.RunAsynchronously = true;
        Assert.Equal(5, await WorkflowInvoker.InvokeAsync(later).WaitAsync(HangGuard.Limit));
        Assert.Equal(5, await WorkflowInvoker.InvokeAsync(plain).WaitAsync(HangGuard.Limit));
    }

    [Fact]
    [Rule("20")]
    public async Task RunAsynchronously_NullTarget_Faults()
    {
        InvokeMethod<int> invoke = On<string, int>(null!, nameof(string.IndexOf), Evaluate.In('x'));
        invoke.RunAsynchronously = true;
        await Assert.ThrowsAsync<ArgumentNullException>(() => WorkflowInvoker.InvokeAsync(invoke).WaitAsync(HangGuard.Limit));
    }

    [Fact]
    [Rule("12.4")]
    public void Method_Mismatched_IsInvalid()
    {
        Definitions.AssertInvalid(Static<int>(null!), "MethodName");
        Definitions.AssertInvalid(Static<int>("Missing"), "'Missing'");
        Definitions.AssertInvalid(Static<string>(nameof(Methods.Add), Evaluate.In(2), Evaluate.In(3)), "'System.Int32'", "'System.String'");
        Definitions.AssertInvalid(Static<int>(nameof(Methods.Run)), "'System.Void'", "'System.Int32'");
        Definitions.AssertInvalid(Static<int>(nameof(Methods.AddLater), Evaluate.In(2), Evaluate.In(3)), "RunAsynchronously");
        Definitions.AssertInvalid(new InvokeMethod<int> { MethodName = "Add" }, "TargetObject", "TargetType");
        Invalid.AssertBelowARoot(Static<int>(nameof(Methods.Add), new InArgument<int>(), Evaluate.In(3)), "'left'");
    }

    private static InvokeMethod<T> Static<T>(string name, params Argument[] parameters) => Static<T>(typeof(Methods), name, parameters);

    private static InvokeMethod<T> Static<T>(Type type, string name, params Argument[] parameters)
    {
        InvokeMethod<T> invoke = new() { TargetType = type, MethodName = name };
        Array.ForEach(parameters, invoke.Parameters.Add);
        return invoke;
    }

    private static InvokeMethod<T> On<TTarget, T>(TTarget target, string name, params Argument[] parameters)
    {
        InvokeMethod<T> invoke = new() { TargetObject = Evaluate.In(target), MethodName = name };
        Array.ForEach(parameters, invoke.Parameters.Add);
        return invoke;
    }

    private static class Methods
    {
        public static int Add(int left, int right) => left + right;

        public static async Task<int> AddLater(int left, int right)
        {
            await Task.Yield();
            return left + right;
        }

        public static string? Nothing() => null;

        public static void Run()
        {
        }

        public static string NameOf<T>() => typeof(T).Name;

        public static int Fail() => throw new FormatException();
    }
}
