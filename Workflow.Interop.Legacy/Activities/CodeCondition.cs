using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The question of a <see cref="CodeCondition"/>.</summary>
[Serializable]
public sealed class ConditionalEventArgs : EventArgs
{
    /// <summary>Makes arguments whose answer is false.</summary>
    public ConditionalEventArgs()
    {
    }

    /// <summary>Makes arguments.</summary>
    /// <param name="result">The answer if no handler changes it.</param>
    public ConditionalEventArgs(bool result) => Result = result;

    /// <summary>The answer.</summary>
    public bool Result { get; set; }
}

/// <summary>A condition that handlers decide.</summary>
public class CodeCondition : ActivityCondition
{
    /// <summary>The event <see cref="Condition"/>.</summary>
    public static readonly DependencyProperty ConditionEvent = DependencyProperty.Register("Condition", typeof(EventHandler<ConditionalEventArgs>), typeof(CodeCondition));

    /// <summary>The condition is evaluated. The sender is the activity that has it. It has to have a handler; the last one decides.</summary>
    public event EventHandler<ConditionalEventArgs> Condition
    {
        add => AddHandler(ConditionEvent, value);
        remove => RemoveHandler(ConditionEvent, value);
    }

    internal override string? Problem => HandlersOf(ConditionEvent) is null && !IsBindingSet(ConditionEvent) ? "has a condition without a handler of Condition; add one" : null;

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
