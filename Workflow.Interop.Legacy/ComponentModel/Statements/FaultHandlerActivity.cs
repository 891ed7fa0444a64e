using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Runs its children after an exception of a certain type.</summary>
public sealed class FaultHandlerActivity : HandlerSequence
{
    /// <summary>Identifies the dependency property <see cref="FaultType"/>.</summary>
    public static readonly DependencyProperty FaultTypeProperty =
        DependencyProperty.Register("FaultType", typeof(Type), typeof(FaultHandlerActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>Identifies the dependency property <see cref="Fault"/>.</summary>
    public static readonly DependencyProperty FaultProperty = DependencyProperty.Register("Fault", typeof(Exception), typeof(FaultHandlerActivity));

    /// <summary>Creates a handler without a type.</summary>
    public FaultHandlerActivity()
    {
    }

    /// <summary>Creates a handler without a type.</summary>
    /// <param name="name">The name of the activity.</param>
    public FaultHandlerActivity(string name)
        : base(name)
    {
    }

    /// <summary>The type of the exceptions to handle, including derived types. Required.</summary>
    public Type? FaultType
    {
        get => (Type?)GetValue(FaultTypeProperty);
        set => SetValue(FaultTypeProperty, value);
    }

    /// <summary>The exception that the handler handles; null before it runs.</summary>
    public Exception? Fault => (Exception?)GetValue(FaultProperty);

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (Parent is not FaultHandlersActivity)
        {
            yield return new ActivityProblem("is not in a FaultHandlersActivity; move it there", ErrorNumbers.FaultHandlerOutside);
        }
        else if (FaultType is null || !typeof(Exception).IsAssignableFrom(FaultType))
        {
            yield return new ActivityProblem(
                "has no FaultType that is a type of exceptions; set it",
                FaultType is null ? ErrorNumbers.PropertyNotSet : ErrorNumbers.FaultTypeIsNoException,
                nameof(FaultType));
        }
    }
}
