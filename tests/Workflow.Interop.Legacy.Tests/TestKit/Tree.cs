using System.Collections;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>Shortens the creation of activities in tests.</summary>
public static class Tree
{
    public static T With<T>(this T composite, params Activity[] children)
        where T : CompositeActivity
    {
        foreach (Activity child in children)
        {
            composite.Activities.Add(child);
        }

        return composite;
    }

    public static SequenceActivity Sequence(string name, params Activity[] children) => new SequenceActivity(name).With(children);

    public static ParallelActivity Parallel(string name, params Activity[] children) => new ParallelActivity(name).With(children);

    public static CodeActivity Code(string name, List<string> trace) => Code(name, (_, _) => trace.Add(name));

    public static CodeActivity Code(string name, EventHandler handler)
    {
        CodeActivity code = new(name);
        code.ExecuteCode += handler;
        return code;
    }

    public static ThrowActivity Throw(string name, Exception exception) => new(name) { Fault = exception };

    public static FaultHandlersActivity Handlers(string name, params FaultHandlerActivity[] handlers) => new FaultHandlersActivity(name).With([.. handlers]);

    public static FaultHandlerActivity Handler<T>(string name, params Activity[] children)
        where T : Exception => new FaultHandlerActivity(name) { FaultType = typeof(T) }.With(children);

    public static CancellationHandlerActivity OnCancel(string name, params Activity[] children) => new CancellationHandlerActivity(name).With(children);

    public static CompensatableSequenceActivity Compensatable(string name, params Activity[] children) =>
        new CompensatableSequenceActivity(name).With(children);

    public static CompensationHandlerActivity OnCompensate(string name, params Activity[] children) => new CompensationHandlerActivity(name).With(children);

    public static CompensateActivity Compensate(string name, string target) => new(name) { TargetActivityName = target };

    public static DelayActivity Delay(string name, int minutes) => new(name) { TimeoutDuration = TimeSpan.FromMinutes(minutes) };

    public static EventDrivenActivity On(string name, params Activity[] children) => new EventDrivenActivity(name).With(children);

    /// <summary>Returns a loop that runs while a function returns true.</summary>
    public static WhileActivity While(string name, Func<bool> condition, Activity child) =>
        new WhileActivity(name) { Condition = Condition(condition) }.With(child);

    public static ReplicatorActivity Replicator(string name, ExecutionType type, IList data, Activity child)
    {
        ReplicatorActivity replicator = new ReplicatorActivity(name) { ExecutionType = type }.With(child);
        replicator.Initialized += (sender, _) => ((ReplicatorActivity)sender!).InitialChildData = data;
        return replicator;
    }

    public static CodeCondition Condition(Func<bool> evaluate)
    {
        CodeCondition condition = new();
        condition.Condition += (_, e) => e.Result = evaluate();
        return condition;
    }

    public static IfElseBranchActivity Branch(string name, bool? condition, params Activity[] children)
    {
        IfElseBranchActivity branch = new(name);
        if (condition is { } value)
        {
            branch.Condition = Condition(() => value);
        }

        return branch.With(children);
    }
}
