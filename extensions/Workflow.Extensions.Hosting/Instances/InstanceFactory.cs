using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Creates the applications of instances, with the extensions and services of the host. Thread-safe.</summary>
internal sealed class InstanceFactory(HostConfiguration configuration, IServiceProvider services, ILoggerFactory loggers)
{
    private readonly ILogger _hostLogger = loggers.CreateLogger(HostLog.Category);
    private readonly ILogger _instanceLogger = loggers.CreateLogger(LoggingParticipant.Category);
    private readonly LoggingParticipant _participant = new(loggers.CreateLogger(LoggingParticipant.Category), LogLevel.Warning);

    /// <summary>Logs aborts of starts at the debug level: an instance that was not stored does not exist, and the caller gets the exception.</summary>
    private readonly LoggingParticipant _startParticipant = new(loggers.CreateLogger(LoggingParticipant.Category), LogLevel.Debug);

    private readonly Dictionary<HostedDefinition, DefinitionQueue> _lanes = configuration.Definitions.All.ToDictionary(
        definition => definition, _ => new DefinitionQueue(), ReferenceEqualityComparer.Instance as IEqualityComparer<HostedDefinition>);

    /// <summary>The scheduler that runs the instances.</summary>
    public RunScheduler Scheduler { get; } = new(configuration.Options.MaxRunningInstances);

    /// <summary>The scopes of all instances, including those that are only started in this process.</summary>
    public OpenScopes Scopes { get; } = new();

    /// <summary>Creates the application of a new instance, which this process only saves.</summary>
    /// <returns>
    /// The application and its scope. An application that fails before its extensions are set up does not dispose of the scope, so the caller must.
    /// </returns>
    public (WorkflowApplication Application, InstanceScope Scope) CreateNew(
        HostedDefinition definition, IDictionary<string, object?> inputs, string? key, InstanceStore store)
    {
        WorkflowApplication application = new(definition.Root, inputs, definition.Identity) { InstanceStore = store };
        return (
            application,
            AddExtensions(application, _startParticipant, new InstanceLogScope(application.Id, definition) { Key = key }, new RefusedMessages()));
    }

    /// <summary>Creates the application that loads and runs a saved instance.</summary>
    /// <param name="definition">The definition.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="refused">Receives the saved refused messages of the instance, and collects further ones.</param>
    /// <returns>The same as for <see cref="CreateNew"/>.</returns>
    public (WorkflowApplication Application, IDisposable Scope) CreateForLoad(HostedDefinition definition, Guid instanceId, RefusedMessages refused)
    {
        InstanceLogScope scope = new(instanceId, definition);
        WorkflowApplication application = new(definition.Root, definition.Identity)
        {
            InstanceStore = configuration.Store,
            SynchronizationContext = new InstanceContext(Scheduler, _lanes[definition], _instanceLogger, scope),
        };
        return (application, AddExtensions(application, _participant, scope, refused));
    }

    private InstanceScope AddExtensions(WorkflowApplication application, LoggingParticipant participant, InstanceLogScope log, RefusedMessages refused)
    {
        InstanceServices instances = configuration.Instances;
        application.Extensions.Add(instances.Types);
        application.Extensions.Add<ValueSerializer>(instances.Serializer);
        application.Extensions.Add<TimeProvider>(instances.Clock);
        application.Extensions.Add(participant);
        application.Extensions.Add(() => new InstanceParticipant(log, refused));
        InstanceScope scope = new(services, Scopes, _hostLogger);
        application.Extensions.Add(() => scope);
        try
        {
            foreach (Action<IServiceProvider, Workflow.Hosting.WorkflowInstanceExtensionManager> extension in instances.Extensions)
            {
                extension(scope.Services, application.Extensions);
            }

            return scope;
        }
        catch
        {
            scope.Dispose();
            throw;
        }
    }
}
