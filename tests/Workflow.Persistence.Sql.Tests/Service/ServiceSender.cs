using System.Globalization;
using Workflow.Extensions.Hosting;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>
/// Starts instances and sends each its messages: before it waits, while it waits, and twice. It does not remember what it has done: after a kill, another one sends all requests of the
/// unfinished chunk again, with the same dedupe ids.
/// </summary>
internal sealed class ServiceSender(WorkflowClient client)
{
    /// <summary>What <see cref="RunAsync"/> says of each chunk, followed by its number.</summary>
    public const string Finished = "finished ";

    /// <summary>How many instances a chunk has, and how many of these are served at the same time.</summary>
    public const int ChunkSize = 50, AtOnce = 10;

    /// <summary>Why instances are suspended here.</summary>
    public const string Reason = "The test suspends it.";

    public static string KeyOf(int number) => string.Create(CultureInfo.InvariantCulture, $"steps/{number}");

    /// <summary>Serves chunks of instances.</summary>
    public async Task RunAsync(int first, int end, Action<string> say)
    {
        for (int chunk = first; chunk < end; chunk++)
        {
            await Parallel.ForEachAsync(
                Enumerable.Range(chunk * ChunkSize, ChunkSize), new ParallelOptions { MaxDegreeOfParallelism = AtOnce }, async (number, _) => await ServeAsync(number));
            say(Finished + chunk.ToString(CultureInfo.InvariantCulture));
        }
    }

    private async Task ServeAsync(int number)
    {
        Random random = new(number);
        WorkflowStartOptions options = new() { Key = KeyOf(number), DedupeId = KeyOf(number) };
        WorkflowReceipt started = await client.StartAsync(ServiceProcess.Definition, new { Number = number }, options);
        for (int message = 1; message <= StepsWorkflow.Messages; message++)
        {
            if (random.Next(3) == 0)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(random.Next(100)), TimeProvider.System);
            }

            if (random.Next(20) == 0)
            {
                await UnlessEndedAsync(() => client.SuspendAsync(started.InstanceId, Reason, dedupeId: string.Create(CultureInfo.InvariantCulture, $"{number}/suspend/{message}")));
            }

            WorkflowReference reference = random.Next(2) == 0 ? started.InstanceId : KeyOf(number);
            WorkflowReceipt? sent = await SendAsync(reference, number, message);
            if (random.Next(4) == 0 && sent is not null && await SendAsync(reference, number, message) is { } repeated && (repeated.Sequence, repeated.IsRepeated) != (sent.Sequence, true))
            {
                throw new InvalidOperationException($"The repeated message {message} of '{KeyOf(number)}' has the number {repeated.Sequence} instead of {sent.Sequence}, or is not known as repeated.");
            }
        }
    }

    private Task<WorkflowReceipt?> SendAsync(WorkflowReference instance, int number, int message) => UnlessEndedAsync(
        () => client.ResumeAsync(instance, StepsWorkflow.Step, message, dedupeId: string.Create(CultureInfo.InvariantCulture, $"{number}/{message}")));

    /// <summary>An instance that has ended has taken all messages: this one is a repetition. The effects show whether that is true.</summary>
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
