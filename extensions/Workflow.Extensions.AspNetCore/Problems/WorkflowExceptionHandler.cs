using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;

namespace Workflow.Extensions.AspNetCore;

/// <summary>
/// Writes the response for exceptions in the exception handling middleware of the application, and in the developer exception page, which the framework runs
/// before all other middleware.
/// </summary>
internal sealed class WorkflowExceptionHandler : IExceptionHandler, IDeveloperPageExceptionFilter
{
    public ValueTask<bool> TryHandleAsync(HttpContext httpContext, Exception exception, CancellationToken cancellationToken) =>
        WorkflowProblem.TryWriteAsync(httpContext, exception);

    public async Task HandleExceptionAsync(ErrorContext errorContext, Func<ErrorContext, Task> next)
    {
        if (!await WorkflowProblem.TryWriteAsync(errorContext.HttpContext, errorContext.Exception).ConfigureAwait(false))
        {
            await next(errorContext).ConfigureAwait(false);
        }
    }
}
