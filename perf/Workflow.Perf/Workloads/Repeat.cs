using Workflow.Perf.ByHand;

namespace Workflow.Perf.Workloads;

/// <summary>The loops that are timed. One repetition is one call of the outermost thing: an Invoke, a run by hand.</summary>
internal static class Repeat
{
    public static Action<int> Invoke(Activity workflow) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            WorkflowInvoker.Invoke(workflow);
        }
    };

    /// <summary>A new tree each time: what first use costs.</summary>
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

    /// <summary>These tasks are over when they are returned, if the engine does its best; a loop that is timed waits if not.</summary>
    private static void Finish(Task task)
    {
        task.GetAwaiter().GetResult();
    }
}
