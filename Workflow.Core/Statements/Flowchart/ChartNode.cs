using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>A node of a frozen flowchart. Links are indexes.</summary>
internal abstract class ChartNode(Activity? work)
{
    /// <summary>The link to the end of the flowchart.</summary>
    public const int End = -1;

    /// <summary>The activity to run; null if there is none.</summary>
    public Activity? Work => work;

    /// <summary>Schedules the activity.</summary>
    public abstract void Schedule(NativeActivityContext context);
}

internal sealed class StepNode(Activity? action, int next, CompletionCallback onCompleted) : ChartNode(action)
{
    public int Next => next;

    public override void Schedule(NativeActivityContext context) => context.ScheduleActivity(Work!, onCompleted);
}

internal sealed class DecisionNode(Activity<bool> condition, int whenTrue, int whenFalse, CompletionCallback<bool> onCompleted) : ChartNode(condition)
{
    public int Next(bool result) => result ? whenTrue : whenFalse;

    public override void Schedule(NativeActivityContext context) => context.ScheduleActivity(condition, onCompleted);
}

internal sealed class SwitchNode<T>(Activity<T> expression, NullKeyDictionary<T, int> cases, int otherwise, CompletionCallback<T> onCompleted)
    : ChartNode(expression)
{
    public int Next(T result) => cases.TryGetValue(result, out int matched) ? matched : otherwise;

    public override void Schedule(NativeActivityContext context) => context.ScheduleActivity(expression, onCompleted);
}
