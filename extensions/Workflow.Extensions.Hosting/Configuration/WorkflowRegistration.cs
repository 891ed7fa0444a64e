using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Workflow.Hosting;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The registration of the application, before it is validated. Used by one thread until the container is built.</summary>
internal sealed class WorkflowRegistration
{
    public TypeRegistry Types { get; } = new();

    public ValueSerializer Serializer { get; set; } = new JsonValueSerializer();

    /// <summary>The functions that create the store. More than one is a problem.</summary>
    public List<Func<IServiceProvider, InstanceStore>> Stores { get; } = [];

    public List<DefinitionRegistration> Definitions { get; } = [];

    /// <summary>The functions that fill the extensions of each instance. They get the services of the scope of the instance.</summary>
    public List<Action<IServiceProvider, WorkflowInstanceExtensionManager>> Extensions { get; } = [];

    /// <summary>The problems of the registration itself.</summary>
    public List<string> Problems { get; } = [];

    /// <summary>Validates the registration.</summary>
    /// <param name="services">The container.</param>
    /// <param name="clock">The clock of instances.</param>
    /// <returns>The validated configuration.</returns>
    /// <exception cref="WorkflowConfigurationException">There are problems.</exception>
    public HostConfiguration Build(IServiceProvider services, TimeProvider clock)
    {
        List<string> problems = [.. Problems];
        InstanceStore? store = BuildStore(services, problems);
        WorkflowHostOptions options = BuildOptions(services, problems);
        options.Validate(problems);
        problems.AddRange(Definitions
            .GroupBy(definition => (definition.Name, definition.Version))
            .Where(group => group.Count() > 1)
            .Select(group =>
                $"The definition '{group.Key.Name}' {group.Key.Version} is registered {group.Count()} times; give each version a number of its own."));
        HostedDefinition[] definitions = [.. Definitions.Select(definition => definition.Build(options.FailurePolicy, problems)).OfType<HostedDefinition>()];
        return problems.Count > 0
            ? throw new WorkflowConfigurationException(problems)
            : new HostConfiguration(store!, new DefinitionTable(definitions), options, new CommonExtensions(Types, Serializer, clock, [.. Extensions]));
    }

    /// <summary>
    /// Creates a copy of the options, so that later changes have no effect. Creating the copy fails if a configuration text cannot be converted to its setting.
    /// </summary>
    private static WorkflowHostOptions BuildOptions(IServiceProvider services, List<string> problems)
    {
        try
        {
            return services.GetRequiredService<IOptionsFactory<WorkflowHostOptions>>().Create(Microsoft.Extensions.Options.Options.DefaultName);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            problems.Add($"The settings 'WorkflowHostOptions' cannot be read: {exception.Message}");
            return new WorkflowHostOptions();
        }
    }

    private InstanceStore? BuildStore(IServiceProvider services, List<string> problems)
    {
        if (Stores.Count != 1)
        {
            problems.Add(Stores.Count == 0 ? "There is no store; call UseStore." : $"UseStore was called {Stores.Count} times; a host has one store.");
            return null;
        }

        try
        {
            InstanceStore? store = Stores[0](services);
            if (store is null)
            {
                problems.Add("The function of UseStore returned null; return a store.");
            }
            else if (store.Capabilities is not { KeepsMessages: true, SuspendsInstances: true })
            {
                problems.Add(
                    $"The store '{store.GetType().Name}' does not keep messages or cannot suspend instances; use one whose capabilities include both.");
            }

            return store;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            problems.Add($"The store cannot be created: {exception.Message}");
            return null;
        }
    }
}
