namespace Workflow.Testing;

/// <summary>What came of one order of the events.</summary>
public sealed class InterleavingOutcome
{
    internal InterleavingOutcome(IReadOnlyList<TestEvent> order, IReadOnlyList<TestEvent> undelivered, WorkflowTestResult? result, WorkflowTrace trace, EffectLog effects)
    {
        Order = order;
        Undelivered = undelivered;
        Result = result;
        Trace = trace;
        Effects = effects;
    }

    /// <summary>The events in the order of this run.</summary>
    public IReadOnlyList<TestEvent> Order { get; }

    /// <summary>The events that the workflow never waited for, although each was tried again after every other event.</summary>
    public IReadOnlyList<TestEvent> Undelivered { get; }

    /// <summary>How the workflow ended; null when it still waits.</summary>
    public WorkflowTestResult? Result { get; }

    /// <summary>What the workflow did.</summary>
    public WorkflowTrace Trace { get; }

    /// <summary>The effects of the run.</summary>
    public EffectLog Effects { get; }
}
