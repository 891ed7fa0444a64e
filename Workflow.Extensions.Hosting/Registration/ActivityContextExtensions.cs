using Microsoft.Extensions.DependencyInjection;

namespace Workflow.Extensions.Hosting;

/// <summary>Services of the container for activities.</summary>
public static class ActivityContextExtensions
{
    /// <summary>Gets a service from the scope of the instance. The scope exists as long as the instance is in memory: do not keep its services longer than the activity runs.</summary>
    /// <typeparam name="T">The type of the service.</typeparam>
    /// <param name="context">The context of the activity.</param>
    /// <returns>The service.</returns>
    /// <exception cref="ArgumentNullException">The context is null.</exception>
    /// <exception cref="InvalidOperationException">The service is not registered, or the host of the instance has no container.</exception>
    public static T GetRequiredService<T>(this ActivityContext context)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(context);
        InstanceScope scope = context.GetExtension<InstanceScope>() ?? throw new InvalidOperationException(
            $"The activity needs a '{typeof(T)}' from a container, and its host has none; register its definition with AddWorkflow, or get the service with GetExtension.");
        return scope.Services.GetService<T>() ?? throw new InvalidOperationException(
            $"The activity needs a '{typeof(T)}', which is not registered in the container; add it to the services, for example with AddScoped<{typeof(T).Name}>().");
    }
}
