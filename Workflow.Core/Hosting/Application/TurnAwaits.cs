namespace Workflow.Hosting;

/// <summary>The awaits of a turn.</summary>
internal static class TurnAwaits
{
    /// <summary>Awaits a task in the turn of the instance.</summary>
    public static TurnAwaiter ReturnTo(this Task task, ApplicationInstance instance) => new(task, instance);

    /// <summary>Awaits a task whose failure is ignored.</summary>
    public static TurnAwaiter ReturnToIgnoringFailure(this Task task, ApplicationInstance instance) =>
        new(
            task.IsCompletedSuccessfully
                ? task
                : task.ContinueWith(
                    static ended => _ = ended.Exception,
                    CancellationToken.None,
                    TaskContinuationOptions.ExecuteSynchronously,
                    TaskScheduler.Default),
            instance);
}
