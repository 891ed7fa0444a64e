namespace Workflow.Testing;

/// <summary>The outcome of one order of the events.</summary>
public sealed class InterleavingOutcome
{
    internal InterleavingOutcome(
        IReadOnlyList<TestEvent> order, IReadOnlyList<TestEvent> undelivered, WorkflowTestResult? result, WorkflowTrace trace, EffectLog effects)
    {
        Order = order;
        Undelivered = undelivered;
        Result = result;
        Trace = trace;
        Effects = effects;
    }

    /// <summary>The events in the order of this run.</summary>
    public IReadOnlyList<TestEvent> Order { get; }

    /// <summary>The events that could not be delivered, although each was tried again after every later event.</summary>
    public IReadOnlyList<TestEvent> Undelivered { get; }

    /// <summary>The result of the workflow; null if the workflow still waits.</summary>
    public WorkflowTestResult? Result { get; }

    /// <summary>The trace of the workflow.</summary>
    public WorkflowTrace Trace { get; }

    /// <summary>The effects of the run.</summary>
    public EffectLog Effects { get; }
}
