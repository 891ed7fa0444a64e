using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Workflow.Extensions.AspNetCore;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers services that web applications with workflows need.</summary>
public static class WorkflowProblemDetailsExtensions
{
    /// <summary>
    /// Responds to requests that fail with an exception of the workflow client with problem details (RFC 9457): 404 if no such instance or definition exists;
    /// 409 if the key is in use, or the instance has ended or did not complete; 429 if too many messages wait for the instance; 400 for other refusals; 503 if
    /// the store fails. The member <c>error</c> contains the name of the exception without the suffix <c>Exception</c>, such as <c>WorkflowKeyInUse</c>.
    /// </summary>
    /// <remarks>
    /// This method calls <c>AddProblemDetails</c>. It works with and without <c>UseExceptionHandler</c>, and with the developer exception page. Exceptions that
    /// the application handles itself are not affected. Exceptions that indicate defects of the application remain 500. For a refusal, the detail is the
    /// message of the exception. Messages of store exceptions and of failed instances are not sent; they are logged. Further calls have no effect.
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
