using Workflow.Hosting;

namespace Workflow.Testing;

/// <summary>What a <see cref="CrashTest"/> runs, and what must hold whatever happens.</summary>
public sealed class CrashTestOptions
{
    /// <summary>The inputs of the workflow by name; null, the default, for none.</summary>
    public IDictionary<string, object?>? Inputs { get; init; }

    /// <summary>The events that come from outside, in order. An event is delivered again if the process is lost before its effect was saved, as a sender does that gets no answer.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public IReadOnlyList<TestEvent> Events { get; init => field = value ?? throw new ArgumentNullException(nameof(value)); } = [];

    /// <summary>Effects by key, with the number of times that they may happen. Each one must happen exactly once without a crash. Empty by default.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public IReadOnlyDictionary<string, EffectRule> Effects { get; init => field = value ?? throw new ArgumentNullException(nameof(value)); } =
        new Dictionary<string, EffectRule>();

    /// <summary>Whether the final state and the outputs must be the same as without a crash; true by default. Outputs are compared with <see cref="object.Equals(object, object)"/>.</summary>
    public bool MustEndEqually { get; init; } = true;

    /// <summary>A check of the test's own, called after each run. An exception that it throws makes the run fail. Null, the default, checks nothing more.</summary>
    public Action<CrashOutcome>? Verify { get; init; }

    /// <summary>
    /// Adds extensions to each application. It is called for each process, with its effect log, which is already an extension: objects that are created here
    /// live as long as the process. Null, the default, adds none.
    /// </summary>
    public Action<WorkflowInstanceExtensionManager, EffectLog>? AddExtensions { get; init; }

    /// <summary>How long to wait, in real time, for the end of an asynchronous operation; the default is 30 seconds.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero, or negative and not infinite.</exception>
    public TimeSpan OperationTimeout { get; init => field = TestTimeout.Check(value); } = TestTimeout.Default;
}
