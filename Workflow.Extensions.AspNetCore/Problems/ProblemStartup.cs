using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Workflow.Extensions.AspNetCore;

/// <summary>Answers for exceptions that nothing in the pipeline of the application has handled, so that it need not use a middleware for exceptions.</summary>
internal sealed partial class ProblemStartup(ILogger<ProblemStartup> logger) : IStartupFilter
{
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => application =>
    {
        application.Use(AnswerAsync);
        next(application);
    };

    private async Task AnswerAsync(HttpContext context, RequestDelegate next)
    {
        try
        {
            await next(context).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            if (!await WorkflowProblem.TryWriteAsync(context, exception).ConfigureAwait(false))
            {
                throw;
            }

            LogAnswered(context.Response.StatusCode, exception);
        }
    }

    [LoggerMessage(1, LogLevel.Information, "A request was answered with {Status}, because the workflow client refused an operation.")]
    private partial void LogAnswered(int status, Exception exception);
}
