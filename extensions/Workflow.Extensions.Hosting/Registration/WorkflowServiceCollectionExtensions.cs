using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using Workflow.Extensions.Hosting;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers workflow services in a container.</summary>
public static class WorkflowServiceCollectionExtensions
{
    /// <summary>
    /// Adds a <see cref="WorkflowClient"/> and the service that runs workflow instances in this process. Further calls add to the same registration.
    /// </summary>
    /// <param name="services">The services. If they contain a <see cref="TimeProvider"/>, it is the clock of the instances.</param>
    /// <param name="configure">Registers a store, definitions and settings.</param>
    /// <returns>The services.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static IServiceCollection AddWorkflow(this IServiceCollection services, Action<WorkflowHostBuilder> configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(configure);
        if (services.FirstOrDefault(service => service.ServiceType == typeof(WorkflowRegistration))?.ImplementationInstance
            is not WorkflowRegistration registration)
        {
            registration = new WorkflowRegistration();
            services.AddSingleton(registration);
            AddServices(services);
        }

        configure(new WorkflowHostBuilder(registration, services));
        return services;
    }

    /// <summary>Adds a health check of the workflow host to the health checks of the application.</summary>
    /// <param name="builder">The health checks.</param>
    /// <param name="name">The name of the check; "workflow" by default.</param>
    /// <returns>The health checks.</returns>
    /// <exception cref="ArgumentNullException">The health checks are null.</exception>
    public static IHealthChecksBuilder AddWorkflowCheck(this IHealthChecksBuilder builder, string name = "workflow")
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.AddCheck<WorkflowHealthCheck>(name);
    }

    private static void AddServices(IServiceCollection services)
    {
        services.AddOptions();
        services.TryAddSingleton<ILoggerFactory>(NullLoggerFactory.Instance);
        services.AddSingleton(provider =>
            provider.GetRequiredService<WorkflowRegistration>().Build(provider, provider.GetService<TimeProvider>() ?? TimeProvider.System));
        services.AddSingleton(provider => ContentOf(provider.GetRequiredService<HostConfiguration>().Instances));
        services.AddSingleton<Completions>();
        services.AddSingleton(provider =>
            new ApplicationFactory(provider.GetRequiredService<HostConfiguration>(), provider, provider.GetRequiredService<ILoggerFactory>()));
        services.AddSingleton<WorkflowHost>();
        services.AddSingleton<IHostedService>(provider => HostOf(provider) ?? (IHostedService)new ClientOnlyService());
        services.AddSingleton<WorkflowClient>(provider => CreateClient(
            provider.GetRequiredService<HostConfiguration>(),
            provider.GetRequiredService<ApplicationFactory>(),
            provider.GetRequiredService<MessageContent>(),
            provider.GetRequiredService<Completions>(),
            HostOf(provider)));
        services.AddSingleton(provider => new WorkflowHealthCheck(provider.GetRequiredService<HostConfiguration>(), HostOf(provider)));
    }

    private static MessageContent ContentOf(CommonExtensions instances) => new(instances.Types, instances.Serializer);

    /// <summary>Returns the host; null if the process runs no instances, so that none is created.</summary>
    private static WorkflowHost? HostOf(IServiceProvider provider) =>
        provider.GetRequiredService<HostConfiguration>().RunsInstances ? provider.GetRequiredService<WorkflowHost>() : null;

    private static StoreClient CreateClient(
        HostConfiguration configuration, ApplicationFactory factory, MessageContent content, Completions completions, WorkflowHost? host)
    {
        InstanceQueries queries = new(configuration.Definitions, content);
        return new StoreClient(
            configuration,
            new InstanceStarter(configuration, factory, host?.Starts),
            new MessageSender(configuration, content, new PayloadCheck(configuration), host?.Delivery),
            queries,
            new CompletionWait(configuration, completions, host?.Delivery, queries, content),
            configuration.Store);
    }
}
