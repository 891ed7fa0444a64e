namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Decides about an activity.</summary>
public abstract class ActivityCondition : DependencyObject
{
    /// <summary>Evaluates the condition.</summary>
    /// <param name="activity">The activity that has the condition.</param>
    /// <param name="provider">The services of the runtime.</param>
    public abstract bool Evaluate(Activity activity, IServiceProvider provider);

    /// <summary>What is missing for the condition to be evaluated; null if nothing.</summary>
    internal virtual string? Problem => null;
}
