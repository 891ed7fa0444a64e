using Workflow.Perf.ByHand;

namespace Workflow.Perf.Workloads;

/// <summary>Creates the loops that are timed. One repetition is one outermost call: an invocation, or a run by hand.</summary>
internal static class Repeat
{
    public static Action<int> Invoke(Activity workflow) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            WorkflowInvoker.Invoke(workflow);
        }
    };

    /// <summary>Returns a loop that builds a new tree each time, to measure the first use.</summary>
    public static Action<int> BuildAndInvoke(Func<Activity> build) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            WorkflowInvoker.Invoke(build());
        }
    };

    public static Action<int> InvokeAsync(Activity workflow) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            Finish(WorkflowInvoker.InvokeAsync(workflow));
        }
    };

    public static Action<int> Run(Step step) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            step.Run();
        }
    };

    public static Action<int> BuildAndRun(Func<Step> build) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            build().Run();
        }
    };

    public static Action<int> RunAsync(AsyncStep[] steps) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            Finish(AsyncSequence.RunAsync(steps));
        }
    };

    /// <summary>Waits for a task. At best, the task has already completed when the engine returns it; otherwise, the timed loop waits.</summary>
    private static void Finish(Task task)
    {
        task.GetAwaiter().GetResult();
    }
}
