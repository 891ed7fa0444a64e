using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace Workflow.Extensions.AspNetCore;

/// <summary>Answers for exceptions that nothing in the pipeline of the application has handled, so that it need not use a middleware for exceptions.</summary>
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
