using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Workflow.Extensions.Hosting;
using Workflow.Persistence;

namespace Workflow.Extensions.AspNetCore;

/// <summary>Writes the response to a request that failed with an exception of the workflow client or of its store.</summary>
internal static partial class WorkflowProblem
{
    /// <summary>The name of the member that identifies the exception, for callers that evaluate it.</summary>
    private const string Error = "error";

    /// <summary>
    /// Writes and logs the response if the exception comes from the client or the store and the response has not started. The exception is logged here, because
    /// the framework does not report handled exceptions.
    /// </summary>
    /// <returns>False if this class does not handle the exception.</returns>
    public static async ValueTask<bool> TryWriteAsync(HttpContext context, Exception exception)
    {
        if (StatusOf(exception) is not { } status || context.Response.HasStarted)
        {
            return false;
        }

        ILogger logger = context.RequestServices.GetRequiredService<ILoggerFactory>().CreateLogger("Workflow.Host");
        if (status == StatusCodes.Status503ServiceUnavailable)
        {
            LogStoreFailed(logger, exception);
        }
        else
        {
            LogRefused(logger, status, exception);
        }

        context.Response.Clear();
        context.Response.StatusCode = status;
        ProblemDetails details = new() { Status = status, Detail = DetailOf(exception) };
        details.Extensions[Error] = CodeOf(exception);
        await context.RequestServices.GetRequiredService<IProblemDetailsService>()
            .TryWriteAsync(new ProblemDetailsContext { HttpContext = context, ProblemDetails = details, Exception = exception }).ConfigureAwait(false);
        return true;
    }

    /// <summary>Returns the status; null for exceptions that indicate defects of the application, such as an activity value that cannot be saved.</summary>
    private static int? StatusOf(Exception exception) => exception switch
    {
        WorkflowInstanceNotFoundException or WorkflowDefinitionNotFoundException => StatusCodes.Status404NotFound,
        WorkflowKeyInUseException or WorkflowInstanceEndedException or WorkflowFailedException => StatusCodes.Status409Conflict,

        // Not 503: only this instance is overloaded, not the service. A load balancer would remove the process from rotation.
        WorkflowInboxFullException => StatusCodes.Status429TooManyRequests,
        WorkflowClientException => StatusCodes.Status400BadRequest,
        SnapshotException => null,
        InstancePersistenceException => StatusCodes.Status503ServiceUnavailable,
        _ => null,
    };

    /// <summary>
    /// Returns the text for the caller. The message of a store exception names the database, and that of a failed instance contains its exception. Both are
    /// written to the log only.
    /// </summary>
    private static string DetailOf(Exception exception) => exception switch
    {
        WorkflowFailedException failed => $"The instance '{failed.InstanceId}' did not complete and has no result.",
        WorkflowClientException => exception.Message,
        _ => "The store of the workflows does not answer as it should; repeat the request later, with the same request id if it has one.",
    };

    private static string CodeOf(Exception exception)
    {
        string name = exception is InstancePersistenceException ? nameof(InstancePersistenceException) : exception.GetType().Name;
        return name[..^nameof(Exception).Length];
    }

    [LoggerMessage(22, LogLevel.Information, "A request was answered with {Status}, because the workflow client refused an operation.")]
    private static partial void LogRefused(ILogger logger, int status, Exception exception);

    [LoggerMessage(23, LogLevel.Error, "A request was answered with 503, because the store of workflow instances failed.")]
    private static partial void LogStoreFailed(ILogger logger, Exception exception);
}
