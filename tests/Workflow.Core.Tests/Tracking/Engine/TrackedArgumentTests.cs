using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking.Engine;

/// <summary>Tests which arguments of the shipped activities appear in records, and in which states.</summary>
[Rule("15.3")]
public sealed class TrackedArgumentTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Write_Throws_IsNotReported(Lane lane)
    {
        Assign<int> assign = new() { DisplayName = "assign", To = new OutArgument<int>(new Refusing()), Value = 5 };
        Assert.Equal(["Value=5", "To=0 Value=5"], Tracked(assign, "assign", lane));
        Assert.Equal(
            ["To=", "To=0"],
            Tracked(new Put<int>(5) { DisplayName = "put", To = new OutArgument<int>(new Refusing()) }, "put", lane)
                .Select(text => text.Length == 0 ? "To=" : text));
    }

    [Theory, Lanes]
    public void Write_SecondThrows_ReportsFirst(Lane lane)
    {
        Put<int> put = new(1, 5) { DisplayName = "put", To = new OutArgument<int>(new Refusing { Accepted = 1 }) };
        Assert.Equal(["", "To=1"], Tracked(put, "put", lane));
    }

    [Theory, Lanes]
    public void AsyncWrite_Throws_IsNotReported(Lane lane)
    {
        Later later = new() { DisplayName = "later", Result = new OutArgument<int>(new Refusing()) };
        Assert.Equal(["", "Result=0"], Tracked(later, "later", lane));
    }

    [Theory, Lanes]
    public void NewArray_NumbersItsArguments(Lane lane)
    {
        NewArray<int[]> array = new() { DisplayName = "array", Bounds = { new InArgument<int>(3) } };
        Assert.Equal(["Argument0=3", "Argument0=3 Result=System.Int32[]"], Tracked(array, "array", lane));
    }

    [Theory, Lanes]
    public void PickBranch_HasNoArguments(Lane lane)
    {
        Pick pick = new() { Branches = { new PickBranch { DisplayName = "branch", Trigger = new Step(_log, "trigger") } } };
        Assert.Equal(["", ""], Tracked(pick, "branch", lane));
    }

    [Fact]
    [Rule("12.1")]
    public void While_ConditionHasLowerIdThanBody()
    {
        Step body = new(_log, "body");
        LambdaValue<bool> condition = new(_ => false);
        Definitions.Freeze(new While(condition) { Body = body });
        Assert.Equal(("2", "3"), (condition.Id, body.Id));
    }

    private static string[] Tracked(Activity workflow, string name, Lane lane)
    {
        Collector collector = Collector.Of(new ActivityStateQuery { ActivityName = name, States = { "*" }, Arguments = { "*" } });
        Runner.Run(new Sequence { Activities = { workflow } }, lane, extensions: collector.AsExtension());
        return
        [
            .. collector.Records.OfType<ActivityStateRecord>().Select(
                record => string.Join(
                    ' ',
                    record.Arguments.OrderBy(argument => argument.Key, StringComparer.Ordinal).Select(argument => $"{argument.Key}={argument.Value}"))),
        ];
    }

    private sealed class Refusing : CodeActivity<Location<int>>
    {
        public int Accepted { get; init; } = -1;

        protected override Location<int> Execute(CodeActivityContext context) => new RefusingPlace(Accepted);
    }

    private sealed class RefusingPlace(int accepted) : Location<int>
    {
        public override int Value
        {
            get => 0;
            set
            {
                if (value != accepted)
                {
                    throw new NotSupportedException();
                }
            }
        }
    }

    private sealed class Later : AsyncCodeActivity<int>
    {
        protected override async Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            await Task.CompletedTask;
            return 5;
        }
    }
}
