using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace Workflow.Extensions.AspNetCore;

/// <summary>
/// Adds a middleware that writes the response for exceptions that nothing else in the pipeline has handled, so that the application needs no exception handling
/// middleware.
/// </summary>
internal sealed class ProblemStartup : IStartupFilter
{
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => application =>
    {
        application.Use(AnswerAsync);
        next(application);
    };

    private static async Task AnswerAsync(HttpContext context, RequestDelegate next)
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
        }
    }
}
