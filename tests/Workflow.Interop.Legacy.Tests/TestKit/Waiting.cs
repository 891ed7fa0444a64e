using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>Waits until it is canceled or faults, and records the calls of its methods.</summary>
public sealed class Waiting : Activity
{
    private readonly List<string> _trace;

    public Waiting(string name, List<string> trace)
        : base(name) => _trace = trace;

    public Func<ActivityExecutionContext, ActivityExecutionStatus>? OnExecute { get; set; }

    public Func<ActivityExecutionContext, ActivityExecutionStatus>? OnCancel { get; set; }

    public Func<ActivityExecutionContext, ActivityExecutionStatus>? OnFault { get; set; }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        _trace.Add($"{Name} executes");
        return OnExecute?.Invoke(executionContext) ?? ActivityExecutionStatus.Executing;
    }

    protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        _trace.Add($"{Name} cancels");
        return OnCancel?.Invoke(executionContext) ?? ActivityExecutionStatus.Closed;
    }

    protected override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception)
    {
        _trace.Add($"{Name} faults");
        return OnFault?.Invoke(executionContext) ?? ActivityExecutionStatus.Closed;
    }

    protected override void OnClosed(IServiceProvider provider) => _trace.Add($"{Name} closed");
}
