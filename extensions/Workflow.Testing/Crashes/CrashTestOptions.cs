using Workflow.Hosting;

namespace Workflow.Testing;

/// <summary>The script of a <see cref="CrashTest"/>, and the rules that must hold at each crash point.</summary>
public sealed class CrashTestOptions
{
    /// <summary>The inputs of the workflow by name; null, the default, for none.</summary>
    public IDictionary<string, object?>? Inputs { get; init; }

    /// <summary>
    /// The external events, in order. If the process is lost before the effect of an event was saved, the event is delivered again, as by a sender that gets no
    /// answer.
    /// </summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public IReadOnlyList<TestEvent> Events { get; init => field = value ?? throw new ArgumentNullException(nameof(value)); } = [];

    /// <summary>The effects by key, with the permitted number of occurrences. Each effect must happen exactly once without a crash. Empty by default.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public IReadOnlyDictionary<string, EffectRule> Effects { get; init => field = value ?? throw new ArgumentNullException(nameof(value)); } =
        new Dictionary<string, EffectRule>();

    /// <summary>
    /// True, the default, if the final state and the outputs must be the same as without a crash. Outputs are compared with
    /// <see cref="object.Equals(object, object)"/>.
    /// </summary>
    public bool MustEndEqually { get; init; } = true;

    /// <summary>An additional check, called after each run. An exception that it throws makes the run fail. Null, the default, adds no check.</summary>
    public Action<CrashOutcome>? Verify { get; init; }

    /// <summary>
    /// Adds extensions to each application. The callback is called for each process, with its effect log, which is already an extension. Objects that the
    /// callback creates live as long as the process. Null, the default, adds none.
    /// </summary>
    public Action<WorkflowInstanceExtensionManager, EffectLog>? AddExtensions { get; init; }

    /// <summary>The timeout, in real time, for the end of an asynchronous operation; the default is 30 seconds.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero, negative and not infinite, or more than 49 days.</exception>
    public TimeSpan OperationTimeout { get; init => field = TestTimeout.Check(value); } = TestTimeout.Default;
}
