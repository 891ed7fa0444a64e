using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Creates the applications of instances, with the extensions and services of the registration. Thread-safe.</summary>
internal sealed class ApplicationFactory(HostConfiguration configuration, IServiceProvider services, ILoggerFactory loggers)
{
    private readonly ILogger _logger = loggers.CreateLogger(HostLog.Category);
    private readonly LoggingParticipant _participant = new(loggers.CreateLogger(LoggingParticipant.Category), LogLevel.Warning);

    /// <summary>Logs aborts of starts at the debug level: an instance that was not stored does not exist, and the caller gets the exception.</summary>
    private readonly LoggingParticipant _startParticipant = new(loggers.CreateLogger(LoggingParticipant.Category), LogLevel.Debug);

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
    /// <param name="log">The logging scope of the instance.</param>
    /// <param name="refused">Receives the saved refused messages of the instance, and collects further ones.</param>
    /// <param name="context">Runs the work of the instance.</param>
    /// <returns>The same as for <see cref="CreateNew"/>.</returns>
    public (WorkflowApplication Application, InstanceScope Scope) CreateForLoad(
        HostedDefinition definition, InstanceLogScope log, RefusedMessages refused, SynchronizationContext context)
    {
        WorkflowApplication application = new(definition.Root, definition.Identity) { InstanceStore = configuration.Store, SynchronizationContext = context };
        return (application, AddExtensions(application, _participant, log, refused));
    }

    private InstanceScope AddExtensions(WorkflowApplication application, LoggingParticipant participant, InstanceLogScope log, RefusedMessages refused)
    {
        CommonExtensions instances = configuration.Instances;
        application.Extensions.Add(instances.Types);
        application.Extensions.Add<ValueSerializer>(instances.Serializer);
        application.Extensions.Add<TimeProvider>(instances.Clock);
        application.Extensions.Add(participant);
        application.Extensions.Add(() => new InstanceParticipant(log, refused));
        InstanceScope scope = new(services, Scopes, _logger);
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
