using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests the arguments that an <see cref="InvokeMethod"/> declares: the parameters of its method, and always a result.</summary>
[Rule("18.9")]
public sealed class InvokeMethodArgumentTests
{
    [Theory, Lanes]
    [Rule("4.10")]
    public void Result_NotBound_IsOutputOfRoot(Lane lane)
    {
        Ended ended = Runner.Run(Static(nameof(Called.Add), In(2), In(3)), lane);
        ended.AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(5, ended.Outputs[Argument.ResultValue]);
        Assert.Null(Runner.Run(Static(nameof(Called.Nothing)), lane).Outputs[Argument.ResultValue]);
        Assert.Equal(5, WorkflowInvoker.Invoke(Static(nameof(Called.Add), In(2), In(3)))[Argument.ResultValue]);
    }

    [Theory, Lanes]
    public void Result_NotBoundBelowRoot_IsDropped(Lane lane) =>
        Runner.Run(new Sequence { Activities = { Static(nameof(Called.Add), In(2), In(3)) } }, lane).AssertCompleted(ActivityInstanceState.Closed);

    [Theory, Lanes]
    public async Task RunAsynchronously_ResultNotBound_ReturnsValueOfTask(Lane lane)
    {
        InvokeMethod invoke = Static(nameof(Called.SlowAsync), In(9));
        invoke.RunAsynchronously = true;
        Assert.Equal(9, (await Runner.Start(invoke, lane).EndAsync()).Outputs[Argument.ResultValue]);
        InvokeMethod without = Static(nameof(Called.WaitAsync));
        without.RunAsynchronously = true;
        Assert.Null((await Runner.Start(without, lane).EndAsync()).Outputs[Argument.ResultValue]);
    }

    [Fact]
    [Rule("12.7")]
    public void Arguments_HaveNamesOfParameters()
    {
        Assert.Equal(["Result", "left", "right"], NamesOf(Static(nameof(Called.Add), In(1), In(2))));
        Assert.Equal(["Result", "first", "rest0", "rest1"], NamesOf(Static(nameof(Called.Many), In(1), In(2), In(3))));
        Assert.Equal(["Result", "rest0", "rest1", "rest1_"], NamesOf(Static(nameof(Called.Clashing), In(1), In(2), In(3))));
        Assert.Equal(["Result", "Result_", "TargetObject_"], NamesOf(Static(nameof(Called.Reserved), In(1), In(2))));

        static string[] NamesOf(InvokeMethod invoke)
        {
            return [.. Definitions.Freeze(invoke).Plans[0].Declared!.Select(argument => argument.Name!).Order(StringComparer.Ordinal)];
        }
    }

    [Theory, Lanes]
    [Rule("15.3")]
    public void TrackedArguments_AreParametersAndResult(Lane lane)
    {
        Collector collector = Collector.Of(new ActivityStateQuery { ActivityName = "invoke", States = { "*" }, Arguments = { "*" } });
        InvokeMethod invoke = Static(nameof(Called.Add), In(2), In(3));
        invoke.DisplayName = "invoke";
        Runner.Run(new Sequence { Activities = { invoke } }, lane, extensions: collector.AsExtension()).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(
            ["left=2 right=3", "Result=5 left=2 right=3"],
            collector.Records.OfType<ActivityStateRecord>().Select(
                record => string.Join(
                    ' ',
                    record.Arguments.OrderBy(argument => argument.Key, StringComparer.Ordinal).Select(argument => $"{argument.Key}={argument.Value}"))));
    }

    private static InArgument<T> In<T>(T value) => new(_ => value);

    private static InvokeMethod Static(string name, params Argument[] parameters)
    {
        InvokeMethod invoke = new() { TargetType = typeof(Called), MethodName = name };
        Array.ForEach(parameters, invoke.Parameters.Add);
        return invoke;
    }

    private static class Called
    {
        public static int Add(int left, int right) => left + right;

        public static void Nothing()
        {
        }

        public static async Task<int> SlowAsync(int value)
        {
            await Task.Yield();
            return value;
        }

        public static async Task WaitAsync() => await Task.Yield();

        public static int Many(int first, params int[] rest) => first + rest.Length;

        public static int Clashing(int rest1, params int[] rest) => rest1 + rest.Length;

        public static int Reserved(int TargetObject, int Result) => TargetObject + Result;
    }
}
