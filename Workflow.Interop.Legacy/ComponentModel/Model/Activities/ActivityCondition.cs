namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The base class of conditions that are evaluated for an activity.</summary>
public abstract class ActivityCondition : DependencyObject
{
    /// <summary>Evaluates the condition.</summary>
    /// <param name="activity">The activity that has the condition.</param>
    /// <param name="provider">The services of the runtime.</param>
    public abstract bool Evaluate(Activity activity, IServiceProvider provider);

    /// <summary>The reason why the condition cannot be evaluated; null if it can.</summary>
    internal virtual string? Problem => null;
}
