using Workflow.Hosting;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The validated registration of the application.</summary>
/// <param name="Store">The store.</param>
/// <param name="Definitions">The definitions.</param>
/// <param name="Options">The settings.</param>
/// <param name="Instances">The objects that each instance gets as extensions.</param>
internal sealed record HostConfiguration(InstanceStore Store, DefinitionTable Definitions, WorkflowHostOptions Options, CommonExtensions Instances)
{
    /// <summary>True if this process runs instances. Without definitions, the host would only find instances that it cannot run.</summary>
    public bool RunsInstances => Options.RunInstances && Definitions.All.Count > 0;

    /// <summary>The number of consecutive failures after which the store suspends an instance.</summary>
    public int FailureLimit => Definitions.All.Any(definition => definition.Policy == WorkflowFailurePolicy.RetryWithBackOff)
        ? Math.Max(Options.MaxFailures, Options.MaxRetryAttempts)
        : Options.MaxFailures;
}

/// <summary>The objects that each instance gets as extensions.</summary>
/// <param name="Types">The aliases of types.</param>
/// <param name="Serializer">Writes values.</param>
/// <param name="Clock">The clock.</param>
/// <param name="Extensions">The functions of the application that add extensions.</param>
internal sealed record CommonExtensions(
    TypeRegistry Types, ValueSerializer Serializer, TimeProvider Clock, IReadOnlyList<Action<IServiceProvider, WorkflowInstanceExtensionManager>> Extensions);
