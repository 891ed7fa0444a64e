namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Throws an exception.</summary>
public sealed class ThrowActivity : Activity
{
    /// <summary>Identifies the dependency property <see cref="Fault"/>.</summary>
    public static readonly DependencyProperty FaultProperty = DependencyProperty.Register("Fault", typeof(Exception), typeof(ThrowActivity));

    /// <summary>Identifies the dependency property <see cref="FaultType"/>.</summary>
    public static readonly DependencyProperty FaultTypeProperty = DependencyProperty.Register("FaultType", typeof(Type), typeof(ThrowActivity));

    /// <summary>Creates an activity without an exception.</summary>
    public ThrowActivity()
    {
    }

    /// <summary>Creates an activity without an exception.</summary>
    /// <param name="name">The name of the activity.</param>
    public ThrowActivity(string name)
        : base(name)
    {
    }

    /// <summary>The exception to throw. If it is null, the activity throws a new exception of <see cref="FaultType"/>.</summary>
    public Exception? Fault
    {
        get => (Exception?)GetValue(FaultProperty);
        set => SetValue(FaultProperty, value);
    }

    /// <summary>The type of the exception. If <see cref="Fault"/> is null, the type needs a public parameterless constructor.</summary>
    public Type? FaultType
    {
        get => (Type?)GetValue(FaultTypeProperty);
        set => SetValue(FaultTypeProperty, value);
    }

    /// <summary>Throws the exception.</summary>
    /// <param name="executionContext">The execution context of the activity. It is valid only during the call.</param>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        Exception? fault = Fault;
        Type? type = FaultType;
        if (fault is not null && type?.IsInstanceOfType(fault) == false)
        {
            throw new InvalidOperationException($"The Fault of '{QualifiedName}' is a '{fault.GetType()}', not a '{type}'; change Fault or FaultType.");
        }

        throw fault ?? (typeof(Exception).IsAssignableFrom(type) && type.GetConstructor(Type.EmptyTypes) is not null
            ? (Exception)Activator.CreateInstance(type)!
            : new InvalidOperationException(
                $"'{QualifiedName}' has no Fault, and no FaultType with a public constructor without parameters; set one of them."));
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() =>
        FaultType is null && Fault is null && !IsBindingSet(FaultProperty) && !IsBindingSet(FaultTypeProperty)
            ? [ActivityProblem.NotSet(nameof(FaultType), "has neither Fault nor FaultType; set one of them")]
            : [];
}
