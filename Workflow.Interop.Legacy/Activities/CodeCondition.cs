using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The event data of a <see cref="CodeCondition"/>, in which handlers set the result.</summary>
[Serializable]
public sealed class ConditionalEventArgs : EventArgs
{
    /// <summary>Creates event data with the result false.</summary>
    public ConditionalEventArgs()
    {
    }

    /// <summary>Creates event data.</summary>
    /// <param name="result">The result if no handler changes it.</param>
    public ConditionalEventArgs(bool result) => Result = result;

    /// <summary>The result of the condition.</summary>
    public bool Result { get; set; }
}

/// <summary>A condition whose result is set by event handlers.</summary>
public class CodeCondition : ActivityCondition
{
    /// <summary>The dependency property for the event <see cref="Condition"/>.</summary>
    public static readonly DependencyProperty ConditionEvent =
        DependencyProperty.Register("Condition", typeof(EventHandler<ConditionalEventArgs>), typeof(CodeCondition));

    /// <summary>
    /// Occurs when the condition is evaluated. The sender is the activity that has the condition. At least one handler is required; if there are several, the
    /// last one decides.
    /// </summary>
    public event EventHandler<ConditionalEventArgs> Condition
    {
        add => AddHandler(ConditionEvent, value);
        remove => RemoveHandler(ConditionEvent, value);
    }

    internal override string? Problem =>
        HandlersOf(ConditionEvent) is null && !IsBindingSet(ConditionEvent) ? "has a condition without a handler of Condition; add one" : null;

    /// <inheritdoc/>
    public override bool Evaluate(Activity activity, IServiceProvider provider)
    {
        ConditionalEventArgs arguments = new();
        foreach (EventHandler<ConditionalEventArgs> handler in GetInvocationList<EventHandler<ConditionalEventArgs>>(ConditionEvent))
        {
            handler(activity, arguments);
        }

        return arguments.Result;
    }
}
