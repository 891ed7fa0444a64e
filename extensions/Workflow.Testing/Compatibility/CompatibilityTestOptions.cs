using Workflow.Hosting;

namespace Workflow.Testing;

/// <summary>The script and the settings of <see cref="CompatibilityTest.RecordAsync"/>.</summary>
public sealed class CompatibilityTestOptions
{
    /// <summary>The inputs of the workflow by name; null, the default, for none.</summary>
    public IDictionary<string, object?>? Inputs { get; init; }

    /// <summary>
    /// The external events, in order. The state before each event is recorded, and the state after the last event if the workflow has not ended.
    /// </summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public IReadOnlyList<TestEvent> Events { get; init => field = value ?? throw new ArgumentNullException(nameof(value)); } = [];

    /// <summary>The identity of the definition; null, the default, for none.</summary>
    public WorkflowIdentity? Identity { get; init; }

    /// <summary>
    /// Adds the extensions that the workflow requires. The callback receives the effect log of the host, which is already an extension. Null, the default, adds
    /// none.
    /// </summary>
    public Action<WorkflowInstanceExtensionManager, EffectLog>? AddExtensions { get; init; }
}
