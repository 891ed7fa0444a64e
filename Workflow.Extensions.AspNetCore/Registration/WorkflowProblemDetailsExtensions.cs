using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Workflow.Extensions.AspNetCore;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers what web applications need with workflows.</summary>
public static class WorkflowProblemDetailsExtensions
{
    /// <summary>
    /// Answers requests that fail with an exception of the workflow client by problem details (RFC 9457): 404 if there is no such instance or definition; 409 if the key is in use, the instance has ended, or did not complete;
    /// 429 if too many messages wait for the instance; 400 for other refusals; 503 if the store fails. The member <c>error</c> has the name of the exception without its ending, such as <c>WorkflowKeyInUse</c>.
    /// </summary>
    /// <remarks>
    /// It calls <c>AddProblemDetails</c>, and works with and without <c>UseExceptionHandler</c>, and with the page for developers. Exceptions that the application handles itself are not affected, and neither are those of its defects,
    /// which stay 500. The text of refusals is that of their exceptions; texts of stores and of failed instances are not sent, and are in the log. Further calls have no effect.
    /// </remarks>
    /// <param name="services">The services.</param>
    /// <returns>The services.</returns>
    /// <exception cref="ArgumentNullException">The services are null.</exception>
    public static IServiceCollection AddWorkflowProblemDetails(this IServiceCollection services)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.AddProblemDetails();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IExceptionHandler, WorkflowExceptionHandler>());
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IDeveloperPageExceptionFilter, WorkflowExceptionHandler>());
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IStartupFilter, ProblemStartup>());
        return services;
    }
}
