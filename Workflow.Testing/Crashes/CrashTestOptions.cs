using Workflow.Hosting;

namespace Workflow.Testing;

/// <summary>What a <see cref="CrashTest"/> runs, and what must hold whatever happens.</summary>
public sealed class CrashTestOptions
{
    /// <summary>The inputs of the workflow by name; null, the default, for none.</summary>
    public IDictionary<string, object?>? Inputs { get; init; }

    /// <summary>The events that come from outside, in order. An event is delivered again if the process is lost before its effect was saved, as a sender does that gets no answer.</summary>
    public IReadOnlyList<TestEvent> Events { get; init; } = [];

    /// <summary>Effects by key, with the number of times that they may happen. Each one must happen exactly once without a crash. Empty by default.</summary>
    public IReadOnlyDictionary<string, EffectRule> Effects { get; init; } = new Dictionary<string, EffectRule>();

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
    public TimeSpan OperationTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <exception cref="ArgumentException">A setting is null.</exception>
    internal void Validate()
    {
        ArgumentNullException.ThrowIfNull(Events);
        ArgumentNullException.ThrowIfNull(Effects);
    }
}
