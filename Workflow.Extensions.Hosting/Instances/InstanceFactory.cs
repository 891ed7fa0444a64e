using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Creates the applications of instances with all that they get from the host. Thread-safe.</summary>
internal sealed class InstanceFactory(HostConfiguration configuration, IServiceProvider services, ILoggerFactory loggers)
{
    private readonly ILogger _hostLogger = loggers.CreateLogger(HostLog.Category);
    private readonly ILogger _instanceLogger = loggers.CreateLogger(LoggingParticipant.Category);
    private readonly LoggingParticipant _participant = new(loggers.CreateLogger(LoggingParticipant.Category), LogLevel.Warning);

    /// <summary>An instance that is not stored never existed, which its caller is told.</summary>
    private readonly LoggingParticipant _startParticipant = new(loggers.CreateLogger(LoggingParticipant.Category), LogLevel.Debug);

    private readonly Dictionary<HostedDefinition, RunLane> _lanes = configuration.Definitions.All.ToDictionary(definition => definition, _ => new RunLane(), ReferenceEqualityComparer.Instance as IEqualityComparer<HostedDefinition>);

    /// <summary>Runs the instances.</summary>
    public RunScheduler Scheduler { get; } = new(configuration.Options.MaxRunningInstances);

    /// <summary>The scopes of all instances, those that are only started here included.</summary>
    public OpenScopes Scopes { get; } = new();

    /// <summary>Creates the application of a new instance, which is only saved here.</summary>
    /// <returns>The application, and its scope: an application that fails before it is set up does not dispose it.</returns>
    public (WorkflowApplication Application, InstanceScope Scope) CreateNew(HostedDefinition definition, IDictionary<string, object?> inputs, string? key, InstanceStore store)
    {
        WorkflowApplication application = new(definition.Root, inputs, definition.Identity) { InstanceStore = store };
        return (application, AddExtensions(application, _startParticipant, new InstanceLogScope(application.Id, definition) { Key = key }, new RefusedMessages()));
    }

    /// <summary>Creates the application that loads a saved instance and runs it.</summary>
    /// <param name="definition">The definition.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="refused">Gets the messages that the instance has refused, and keeps more of them.</param>
    /// <returns>As for <see cref="CreateNew"/>.</returns>
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
