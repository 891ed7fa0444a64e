using Microsoft.Extensions.DependencyInjection;
using Workflow.Hosting;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Registers a store, definitions and settings in <c>AddWorkflow</c>. All problems are reported together when the host starts.</summary>
public sealed class WorkflowHostBuilder
{
    private readonly WorkflowRegistration _registration;

    internal WorkflowHostBuilder(WorkflowRegistration registration, IServiceCollection services)
    {
        _registration = registration;
        Services = services;
    }

    /// <summary>The services of the application, for extension methods of this builder.</summary>
    public IServiceCollection Services { get; }

    /// <summary>Sets the store.</summary>
    /// <param name="store">The store. The host does not dispose of it.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException">The store is null.</exception>
    public WorkflowHostBuilder UseStore(InstanceStore store)
    {
        ArgumentNullException.ThrowIfNull(store);
        return UseStore(_ => store);
    }

    /// <summary>Sets the store.</summary>
    /// <param name="store">Returns the store; called once. The host does not dispose of the store.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    public WorkflowHostBuilder UseStore(Func<IServiceProvider, InstanceStore> store)
    {
        ArgumentNullException.ThrowIfNull(store);
        _registration.Stores.Add(store);
        return this;
    }

    /// <summary>Adds a version of a definition. An instance keeps the version with which it was started.</summary>
    /// <typeparam name="T">The class of the root activity.</typeparam>
    /// <param name="name">The name.</param>
    /// <param name="version">The version, 1 or more. New instances are started with the highest version.</param>
    /// <param name="failurePolicy">The policy for instances with an unhandled exception; null for <see cref="WorkflowHostOptions.FailurePolicy"/>.</param>
    /// <returns>This builder.</returns>
    public WorkflowHostBuilder AddDefinition<T>(string name, int version = 1, WorkflowFailurePolicy? failurePolicy = null)
        where T : Activity, new() => AddDefinition(name, version, static () => new T(), failurePolicy);

    /// <summary>Adds a version of a definition.</summary>
    /// <param name="name">The name.</param>
    /// <param name="version">The version, 1 or more.</param>
    /// <param name="root">The root activity, which all instances share.</param>
    /// <param name="failurePolicy">The same as for the first overload.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException">The root is null.</exception>
    public WorkflowHostBuilder AddDefinition(string name, int version, Activity root, WorkflowFailurePolicy? failurePolicy = null)
    {
        ArgumentNullException.ThrowIfNull(root);
        return AddDefinition(name, version, () => root, failurePolicy);
    }

    /// <summary>Adds a version of a definition.</summary>
    /// <param name="name">The name.</param>
    /// <param name="version">The version, 1 or more.</param>
    /// <param name="root">Creates the root activity; called once.</param>
    /// <param name="failurePolicy">The same as for the first overload.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    public WorkflowHostBuilder AddDefinition(string name, int version, Func<Activity> root, WorkflowFailurePolicy? failurePolicy = null)
    {
        ArgumentNullException.ThrowIfNull(root);
        _registration.Definitions.Add(new DefinitionRegistration(name, version, root, failurePolicy));
        return this;
    }

    /// <summary>Adds an alias for a type of values in messages, and in variables of a base type; see <see cref="TypeRegistry"/>.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="alias">The alias. It is stored with values and must not change.</param>
    /// <returns>This builder.</returns>
    public WorkflowHostBuilder AddType<T>(string alias)
    {
        try
        {
            _registration.Types.Add<T>(alias);
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            _registration.Problems.Add(exception.Message);
        }

        return this;
    }

    /// <summary>Replaces the serializer of values; a <see cref="JsonValueSerializer"/> by default.</summary>
    /// <param name="serializer">The serializer.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException">The serializer is null.</exception>
    public WorkflowHostBuilder UseSerializer(ValueSerializer serializer)
    {
        ArgumentNullException.ThrowIfNull(serializer);
        _registration.Serializer = serializer;
        return this;
    }

    /// <summary>Adds extensions to each instance when it is started or loaded.</summary>
    /// <param name="extensions">
    /// Receives the services of the scope of the instance and the extensions of the instance. Added objects are not disposed with the instance, because the
    /// container disposes of its services.
    /// </param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    public WorkflowHostBuilder AddExtensions(Action<IServiceProvider, WorkflowInstanceExtensionManager> extensions)
    {
        ArgumentNullException.ThrowIfNull(extensions);
        _registration.Extensions.Add(extensions);
        return this;
    }

    /// <summary>
    /// Changes the settings. The settings are options of the container, so
    /// <c>services.Configure&lt;WorkflowHostOptions&gt;(configuration.GetSection("Workflow"))</c> reads them from the configuration. The last call wins.
    /// </summary>
    /// <param name="configure">Changes the settings when the host starts.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    public WorkflowHostBuilder Configure(Action<WorkflowHostOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(configure);
        Services.Configure(configure);
        return this;
    }
}
