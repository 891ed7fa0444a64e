using System.Globalization;
using Workflow.Extensions.Hosting;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>
/// Starts instances and sends their messages: before an instance waits, while it waits, and some of them twice. The sender keeps no record of its requests.
/// After a kill, another sender repeats all requests of the unfinished chunk with the same request ids.
/// </summary>
internal sealed class ServiceSender(WorkflowClient client)
{
    /// <summary>The text that <see cref="RunAsync"/> reports for each finished chunk, followed by the number of the chunk.</summary>
    public const string Finished = "finished ";

    /// <summary>The number of instances in a chunk, and the number of instances that are served concurrently.</summary>
    public const int ChunkSize = 50, AtOnce = 10;

    /// <summary>The reason with which the sender suspends instances.</summary>
    public const string Reason = "The test suspends it.";

    public static string KeyOf(int number) => string.Create(CultureInfo.InvariantCulture, $"steps/{number}");

    /// <summary>Serves the chunks of instances from 'first' to 'end' (exclusive).</summary>
    public async Task RunAsync(int first, int end, Action<string> say)
    {
        for (int chunk = first; chunk < end; chunk++)
        {
            await Parallel.ForEachAsync(
                Enumerable.Range(chunk * ChunkSize, ChunkSize),
                new ParallelOptions { MaxDegreeOfParallelism = AtOnce },
                async (number, _) => await ServeAsync(number));
            say(Finished + chunk.ToString(CultureInfo.InvariantCulture));
        }
    }

    private async Task ServeAsync(int number)
    {
        Random random = new(number);
        WorkflowStartOptions options = new() { Key = KeyOf(number), RequestId = KeyOf(number) };
        WorkflowReceipt started = await client.StartAsync(ServiceProcess.Definition, new { Number = number }, options);
        for (int message = 1; message <= StepsWorkflow.Messages; message++)
        {
            if (random.Next(3) == 0)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(random.Next(100)), TimeProvider.System);
            }

            if (random.Next(20) == 0)
            {
                await UnlessEndedAsync(() => client.SuspendAsync(
                    started.InstanceId,
                    Reason,
                    requestId: string.Create(CultureInfo.InvariantCulture, $"{number}/suspend/{message}")));
            }

            WorkflowReference reference = random.Next(2) == 0 ? started.InstanceId : KeyOf(number);
            WorkflowReceipt? sent = await SendAsync(reference, number, message);
            if (random.Next(4) == 0
                && sent is not null
                && await SendAsync(reference, number, message) is { } repeated
                && (repeated.Sequence, repeated.IsRepeated) != (sent.Sequence, true))
            {
                throw new InvalidOperationException(
                    $"The repeated message {message} of '{KeyOf(number)}' has the number {repeated.Sequence} instead of {sent.Sequence}, or is not known as repeated.");
            }
        }
    }

    private Task<WorkflowReceipt?> SendAsync(WorkflowReference instance, int number, int message) => UnlessEndedAsync(
        () => client.ResumeAsync(instance, StepsWorkflow.Step, message, requestId: string.Create(CultureInfo.InvariantCulture, $"{number}/{message}")));

    /// <summary>
    /// Sends a request. Returns null if the instance has ended. The request is then a repetition, because an instance ends after its last message; the
    /// check of the effects verifies this.
    /// </summary>
    private static async Task<WorkflowReceipt?> UnlessEndedAsync(Func<Task<WorkflowReceipt>> send)
    {
        try
        {
            return await send();
        }
        catch (Exception exception) when (exception is WorkflowInstanceEndedException or WorkflowInstanceNotFoundException)
        {
            return null;
        }
    }
}
