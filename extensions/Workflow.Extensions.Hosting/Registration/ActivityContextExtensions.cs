using Microsoft.Extensions.DependencyInjection;

namespace Workflow.Extensions.Hosting;

/// <summary>Gives activities access to the services of the container.</summary>
public static class ActivityContextExtensions
{
    /// <summary>
    /// Gets a service from the scope of the instance. The scope exists as long as the instance is in memory: do not keep its services after the activity has
    /// ended. If the host has no container, such as in a test, the service comes from the <see cref="IServiceProvider"/> among the extensions.
    /// </summary>
    /// <typeparam name="T">The type of the service.</typeparam>
    /// <param name="context">The context of the activity.</param>
    /// <returns>The service.</returns>
    /// <exception cref="ArgumentNullException">The context is null.</exception>
    /// <exception cref="InvalidOperationException">
    /// The service is not registered, or the host of the instance has neither a container nor an <see cref="IServiceProvider"/> among the extensions.
    /// </exception>
    public static T GetRequiredService<T>(this ActivityContext context)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(context);
        IServiceProvider services = context.GetExtension<InstanceScope>()?.Services
            ?? context.GetExtension<IServiceProvider>()
            ?? throw new InvalidOperationException(
                $"The activity needs a '{typeof(T)}' from a container, and its host has none; register its definition with AddWorkflow, or add an IServiceProvider to the extensions.");
        return services.GetService<T>() ?? throw new InvalidOperationException(
            $"The activity needs a '{typeof(T)}', which is not registered in the container; add it to the services, for example with AddScoped<{typeof(T).Name}>().");
    }
}
