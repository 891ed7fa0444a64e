using Workflow.Expressions;

namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>Reports steps to the observer and accumulates them in the result of the root.</summary>
internal static class StepLog
{
    public static InOutArgument<string> Memory() => new(new ArgumentReference<string>("Result"));

    /// <summary>Records a step while it is marked as inside the instance, so that a second thread is detected.</summary>
    public static void Write(ActivityContext context, InOutArgument<string> memory, string what)
    {
        StepObserver observer = context.GetExtension<StepObserver>()!;
        using IDisposable stay = observer.Enter(what);
        memory.Set(context, observer.Record(memory.Get(context) ?? string.Empty, what));
    }
}
