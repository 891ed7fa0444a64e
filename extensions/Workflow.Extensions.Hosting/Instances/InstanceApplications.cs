using Microsoft.Extensions.Logging;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// Creates the applications of instances that a host runs: all share one scheduler, and the instances of a definition share one queue. Thread-safe.
/// </summary>
/// <param name="configuration">The definitions, and the limit of the scheduler.</param>
/// <param name="applications">Creates the applications.</param>
/// <param name="logger">Opens the logging scopes of instances.</param>
internal sealed class InstanceApplications(HostConfiguration configuration, ApplicationFactory applications, ILogger logger)
{
    private readonly Dictionary<HostedDefinition, DefinitionQueue> _queues = configuration.Definitions.All.ToDictionary(
        definition => definition, _ => new DefinitionQueue(), ReferenceEqualityComparer.Instance as IEqualityComparer<HostedDefinition>);

    /// <summary>The scheduler that runs the instances.</summary>
    public RunScheduler Scheduler { get; } = new(configuration.Options.MaxRunningInstances);

    /// <summary>Creates the application that loads and runs a saved instance.</summary>
    /// <param name="definition">The definition.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="refused">Receives the saved refused messages of the instance, and collects further ones.</param>
    /// <returns>The application and its scope; see <see cref="ApplicationFactory.CreateNew"/>.</returns>
    public (WorkflowApplication Application, IDisposable Scope) Create(HostedDefinition definition, Guid instanceId, RefusedMessages refused)
    {
        InstanceLogScope log = new(instanceId, definition);
        return applications.CreateForLoad(definition, log, refused, new InstanceContext(Scheduler, _queues[definition], logger, log));
    }
}
