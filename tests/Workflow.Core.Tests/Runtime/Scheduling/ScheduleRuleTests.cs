using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scheduling;

/// <summary>Tests which activities can be scheduled, and with which callbacks.</summary>
public sealed class ScheduleRuleTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_ClosureAsCallback_ThrowsArgument(Lane lane)
    {
        Step child = new(_log, "child");
        Assert.IsType<ArgumentException>(FailureOf(child, context => context.ScheduleActivity(child, (_, _) => _log.Add("never")), lane));
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_CallbackOfOtherObject_ThrowsArgument(Lane lane)
    {
        Step child = new(_log, "child");
        Probe other = new(_log, "other");
        Assert.IsType<ArgumentException>(FailureOf(child, context => context.ScheduleActivity(child, other.ChildCompleted), lane));
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_CombinedCallback_ThrowsArgument(Lane lane)
    {
        Step child = new(_log, "child");
        Probe parent = new(_log, "p", child);
        parent.Body = context => context.ScheduleActivity(child, parent.ChildCompleted + parent.ChildCompleted);
        Assert.IsType<ArgumentException>(Runner.Run(parent, lane).Reason);
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_ClosureAsFaultCallback_ThrowsArgument(Lane lane)
    {
        Step child = new(_log, "child");
        Assert.IsType<ArgumentException>(
            FailureOf(child, context => context.ScheduleActivity(child, (faultContext, _, _) => faultContext.HandleFault()), lane));
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void CreateBookmark_ClosureAsCallback_ThrowsArgument(Lane lane) =>
        Assert.IsType<ArgumentException>(FailureOf(new Step(_log, "child"), context => context.CreateBookmark("b", (_, _, _) => _log.Add("never")), lane));

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_RejectedCallback_IsRejectedEveryTime(Lane lane)
    {
        Step child = new(_log, "child");
        Probe parent = new(_log, "p", child);
        parent.Body = context =>
        {
            CompletionCallback closure = (_, _) => _log.Add("never");
            Assert.Throws<ArgumentException>(() => context.ScheduleActivity(child, closure));
            Assert.Throws<ArgumentException>(() => context.ScheduleActivity(child, closure));
            parent.Schedule(context, child);
        };
        parent.OnChild = (context, _) =>
        {
            CompletionCallback closure = (_, _) => _log.Add("never");
            Assert.Throws<ArgumentException>(() => context.ScheduleActivity(child, closure));
        };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child", "p < child Closed");
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_StaticCallback_IsCalled(Lane lane)
    {
        StaticCallback root = new(new Step(_log, "child"));
        ActivityInstance completed = (ActivityInstance)Runner.Run(root, lane).Outputs["Completed"]!;
        Assert.Equal(("child", ActivityInstanceState.Closed), (completed.Activity.DisplayName, completed.State));
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_NotInTree_ThrowsArgument(Lane lane)
    {
        Step stranger = new(_log, "stranger");
        Assert.IsType<ArgumentException>(FailureOf(new Step(_log, "child"), context => context.ScheduleActivity(stranger), lane));
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_InOtherTree_ThrowsArgument(Lane lane)
    {
        Step stranger = new(_log, "stranger");
        Runner.Run(new Sequence { Activities = { stranger } }, lane);
        _log.Clear();
        Assert.IsType<ArgumentException>(FailureOf(new Step(_log, "child"), context => context.ScheduleActivity(stranger), lane));
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_Grandchild_ThrowsInvalidOperation(Lane lane)
    {
        Step grandchild = new(_log, "grandchild");
        Assert.IsType<InvalidOperationException>(
            FailureOf(new Sequence { Activities = { grandchild } }, context => context.ScheduleActivity(grandchild), lane));
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_SelfOrParent_ThrowsInvalidOperation(Lane lane)
    {
        Probe inner = new(_log, "inner");
        Probe outer = new(_log, "outer", inner);
        inner.Body = context =>
        {
            Assert.Throws<InvalidOperationException>(() => context.ScheduleActivity(inner));
            Assert.Throws<InvalidOperationException>(() => context.ScheduleActivity(outer));
        };
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleActivity_HandlerOfOwnDelegate_ThrowsInvalidOperation(Lane lane)
    {
        ActivityAction action = new() { Handler = new Step(_log, "handler") };
        Probe parent = new(_log, "p") { Delegates = { action }, Body = context => context.ScheduleActivity(action.Handler) };
        Assert.IsType<InvalidOperationException>(Runner.Run(parent, lane).Reason);
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleAction_NotInTree_ThrowsArgument(Lane lane)
    {
        ActivityAction stranger = new() { Handler = new Step(_log, "handler") };
        Assert.IsType<ArgumentException>(FailureOf(new Step(_log, "child"), context => context.ScheduleAction(stranger), lane));
    }

    [Theory, Lanes]
    [Rule("1.10")]
    public void ScheduleAction_OfOtherActivity_ThrowsInvalidOperation(Lane lane)
    {
        ActivityAction action = new() { Handler = new Step(_log, "handler") };
        Probe owner = new(_log, "owner") { Delegates = { action } };
        Assert.IsType<InvalidOperationException>(FailureOf(owner, context => context.ScheduleAction(action), lane));
    }

    /// <summary>Returns the exception that the method of a parent with one child throws.</summary>
    private Exception? FailureOf(Activity child, Action<NativeActivityContext> body, Lane lane)
    {
        Ended ended = Runner.Run(new Probe(_log, "p", child) { Body = body }, lane);
        _log.AssertIs("p executes", "p aborts");
        return ended.Reason;
    }

    private sealed class StaticCallback(Activity child) : NativeActivity
    {
        private static readonly CompletionCallback Callback = OnCompleted;

        public OutArgument<ActivityInstance> Completed { get; set; } = new();

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            foreach (RuntimeArgument argument in metadata.GetArgumentsWithReflection())
            {
                metadata.AddArgument(argument);
            }

            metadata.AddChild(child);
        }

        protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(child, Callback);

        private static void OnCompleted(NativeActivityContext context, ActivityInstance completedInstance) =>
            context.SetValue(((StaticCallback)context.Instance.Activity).Completed, completedInstance);
    }
}
