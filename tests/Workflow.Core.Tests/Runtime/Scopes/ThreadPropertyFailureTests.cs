using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scopes;

/// <summary>Tests exceptions in the set-up and clean-up of an execution property, and in activities in the scope of one.</summary>
[Rule("9.3")]
public sealed class ThreadPropertyFailureTests
{
    private readonly Log _log = new();
    private readonly ThreadProperty _property;

    public ThreadPropertyFailureTests() => _property = new ThreadProperty(_log, "p");

    [Theory, Lanes]
    public void Setup_Throws_SkipsBodyAndAborts(Lane lane)
    {
        InvalidOperationException boom = new("boom");
        Probe root = new(_log, "root", new Step(_log, "step"));
        root.Body = context =>
        {
            context.Properties.Add("first", new ThreadProperty(_log, "first"));
            context.Properties.Add("failing", new ThreadProperty(_log, "failing") { SetupFailure = boom });
            context.Properties.Add("last", new ThreadProperty(_log, "last"));
            root.Schedule(context, root.Children[0]);
        };
        AssertAbortedAround(boom, Runner.Run(root, lane));
        _log.AssertIs("root executes", "+first", "+failing", "-last", "-failing", "-first", "root aborts");
    }

    [Theory, Lanes]
    public void Cleanup_Throws_CleansUpOthersAndAborts(Lane lane)
    {
        InvalidOperationException boom = new("boom");
        Probe root = new(_log, "root", new Step(_log, "step"));
        root.Body = context =>
        {
            context.Properties.Add("first", new ThreadProperty(_log, "first"));
            context.Properties.Add("failing", new ThreadProperty(_log, "failing") { CleanupFailure = boom });
            root.Schedule(context, root.Children[0]);
        };
        AssertAbortedAround(boom, Runner.Run(root, lane));
        _log.AssertIs("root executes", "+first", "+failing", "step", "-failing", "-first", "root aborts");
    }

    [Theory, Lanes]
    public void Cleanup_ThrowsInTryCatch_Aborts(Lane lane)
    {
        InvalidOperationException boom = new("boom");
        _property.CleanupFailure = boom;
        Probe source = new(_log, "root", new Step(_log, "step", new FormatException("lost")));
        source.Body = context =>
        {
            context.Properties.Add("p", _property);
            source.Schedule(context, source.Children[0]);
        };
        AssertAbortedAround(boom, Runner.Run(new TryCatch { Try = source, Catches = { new Catch<Exception>() } }, lane));
    }

    [Theory, Lanes]
    [Rule("6.8")]
    public void Fault_OfAddingActivity_CleansUpBeforeAbort(Lane lane)
    {
        Probe source = new(_log, "root", new Step(_log, "step"));
        source.OnChild = (_, _) => throw new InvalidOperationException("boom");
        RegisteredProperty registered = new(_log, "r");
        source.Body = context =>
        {
            context.Properties.Add("r", registered);
            context.Properties.Add("p", _property);
            source.Schedule(context, source.Children[0]);
        };
        Runner.Run(new TryCatch { Try = source, Catches = { new Catch<InvalidOperationException>() } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "r registered", "+p", "step", "-p", "+p", "root < step Closed", "-p", "root aborts", "r unregistered");
    }

    [Theory, Lanes]
    [Rule("6.8")]
    public void FaultCallback_Throws_CleansUpBeforeTearDown(Lane lane)
    {
        Probe source = new(_log, "source") { Body = _ => throw new InvalidOperationException("boom") };
        Probe owner = new(_log, "owner", source) { OnFault = (_, _, _) => throw new FormatException("worse") };
        owner.Body = context =>
        {
            context.Properties.Add("p", _property);
            owner.ScheduleGuarded(context, source);
        };
        Runner.Run(new TryCatch { Try = owner, Catches = { new Catch<FormatException>() } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "owner executes", "+p", "source executes", "-p", "source aborts", "+p", "owner ! boom from source", "-p", "owner aborts");
    }

    private static void AssertAbortedAround(Exception original, Ended ended)
    {
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.Same(original, Assert.IsType<OperationCanceledException>(ended.Reason).InnerException);
    }
}
