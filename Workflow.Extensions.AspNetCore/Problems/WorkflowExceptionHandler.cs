using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;

namespace Workflow.Extensions.AspNetCore;

/// <summary>Answers in the middleware for exceptions that the application uses, and on the page for developers, which the framework puts before everything else.</summary>
internal sealed class WorkflowExceptionHandler : IExceptionHandler, IDeveloperPageExceptionFilter
{
    public ValueTask<bool> TryHandleAsync(HttpContext httpContext, Exception exception, CancellationToken cancellationToken) => WorkflowProblem.TryWriteAsync(httpContext, exception);

    public async Task HandleExceptionAsync(ErrorContext errorContext, Func<ErrorContext, Task> next)
    {
        if (!await WorkflowProblem.TryWriteAsync(errorContext.HttpContext, errorContext.Exception).ConfigureAwait(false))
        {
            await next(errorContext).ConfigureAwait(false);
        }
    }
}
