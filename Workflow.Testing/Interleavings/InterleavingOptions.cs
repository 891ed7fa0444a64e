using Workflow.Hosting;

namespace Workflow.Testing;

/// <summary>What <see cref="InterleavingTest"/> runs, and what must hold in every order.</summary>
public sealed class InterleavingOptions
{
    /// <summary>The inputs of the workflow by name; null, the default, for none.</summary>
    public IDictionary<string, object?>? Inputs { get; init; }

    /// <summary>The events that come from outside. Each order of them is a run.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public IReadOnlyList<TestEvent> Events { get; init => field = value ?? throw new ArgumentNullException(nameof(value)); } = [];

    /// <summary>
    /// The largest number of orders that is run; the default is 5,040, which are all orders of seven events. With more orders than this, so many random ones are run.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is below one.</exception>
    public int MaxOrders
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    } = 5040;

    /// <summary>The seed of the random orders; the default is 1. The same seed gives the same orders.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>Whether the workflow must have ended after all events and all timers; true by default.</summary>
    public bool MustEnd { get; init; } = true;

    /// <summary>Whether the workflow may end with an exception; false by default.</summary>
    public bool MayFault { get; init; }

    /// <summary>The check of the test, called after each run. An exception that it throws makes the order fail. Null, the default, checks only <see cref="MustEnd"/> and <see cref="MayFault"/>.</summary>
    public Action<InterleavingOutcome>? Verify { get; init; }

    /// <summary>
    /// Adds extensions to the application of each run, whose effect log is already an extension. Objects that are created here belong to one run. Null, the
    /// default, adds none.
    /// </summary>
    public Action<WorkflowInstanceExtensionManager, EffectLog>? AddExtensions { get; init; }

    /// <summary>How long to wait, in real time, for the end of an asynchronous operation; the default is 30 seconds.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero, or negative and not infinite.</exception>
    public TimeSpan OperationTimeout { get; init => field = TestTimeout.Check(value); } = TestTimeout.Default;
}
