using Workflow.Hosting;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>What the application has registered, after it was checked.</summary>
/// <param name="Store">The store.</param>
/// <param name="Definitions">The definitions.</param>
/// <param name="Options">The settings.</param>
/// <param name="Instances">What each instance gets.</param>
internal sealed record HostConfiguration(InstanceStore Store, DefinitionTable Definitions, WorkflowHostOptions Options, InstanceServices Instances)
{
    /// <summary>Whether this process runs instances. Without definitions, it would find instances only that it cannot run.</summary>
    public bool RunsInstances => Options.RunInstances && Definitions.All.Count > 0;

    /// <summary>The number of failures in a row after which the store suspends an instance.</summary>
    public int FailureLimit => Definitions.All.Any(definition => definition.Policy == WorkflowFailurePolicy.RetryWithBackOff)
        ? Math.Max(Options.MaxFailures, Options.MaxRetries)
        : Options.MaxFailures;
}

/// <summary>What each instance gets as extensions.</summary>
/// <param name="Types">The aliases of types.</param>
/// <param name="Serializer">Writes values.</param>
/// <param name="Clock">The clock.</param>
/// <param name="Extensions">What the application adds.</param>
internal sealed record InstanceServices(
    TypeRegistry Types, ValueSerializer Serializer, TimeProvider Clock, IReadOnlyList<Action<IServiceProvider, WorkflowInstanceExtensionManager>> Extensions);
