using Workflow.Hosting;

namespace Workflow.Testing;

/// <summary>The events of an <see cref="InterleavingTest"/>, and the rules that must hold in every order.</summary>
public sealed class InterleavingOptions
{
    /// <summary>The inputs of the workflow by name; null, the default, for none.</summary>
    public IDictionary<string, object?>? Inputs { get; init; }

    /// <summary>The external events. Each order of them is a run.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public IReadOnlyList<TestEvent> Events { get; init => field = value ?? throw new ArgumentNullException(nameof(value)); } = [];

    /// <summary>
    /// The largest number of orders that is run; the default is 5,040, the number of orders of seven events. If the events have more orders than this, as many
    /// random orders are run.
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

    /// <summary>True, the default, if the workflow must have ended after all events and all timers.</summary>
    public bool MustEnd { get; init; } = true;

    /// <summary>True if the workflow may end with an exception; false by default.</summary>
    public bool MayFault { get; init; }

    /// <summary>
    /// An additional check, called after each run. An exception that it throws makes the order fail. Null, the default, checks only <see cref="MustEnd"/> and
    /// <see cref="MayFault"/>.
    /// </summary>
    public Action<InterleavingOutcome>? Verify { get; init; }

    /// <summary>
    /// Adds extensions to the application of each run. The callback receives the effect log, which is already an extension. Objects that the callback creates
    /// belong to one run. Null, the default, adds none.
    /// </summary>
    public Action<WorkflowInstanceExtensionManager, EffectLog>? AddExtensions { get; init; }

    /// <summary>The timeout, in real time, for the end of an asynchronous operation; the default is 30 seconds.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero, negative and not infinite, or more than 49 days.</exception>
    public TimeSpan OperationTimeout { get; init => field = TestTimeout.Check(value); } = TestTimeout.Default;
}
