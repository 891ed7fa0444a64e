using Workflow.Validation;

namespace Workflow.Statements;

/// <summary>Runs a delegate whose type is known only at run time.</summary>
public sealed class InvokeDelegate : NativeActivity
{
    private readonly DelegateCompletionCallback _onHandlerCompleted;
    private readonly Dictionary<string, Argument> _arguments = [];

    /// <summary>Creates an activity without a delegate; set <see cref="Delegate"/>.</summary>
    public InvokeDelegate() => _onHandlerCompleted = OnHandlerCompleted;

    /// <summary>The delegate; if it is null, the default, or has no handler, <see cref="Default"/> runs instead.</summary>
    public ActivityDelegate? Delegate { get; set; }

    /// <summary>
    /// The arguments of the delegate by name; empty by default, never null. Each parameter needs an argument with its name and direction and a compatible type;
    /// otherwise the definition is invalid (rule 13.2).
    /// </summary>
    public IDictionary<string, Argument> DelegateArguments => _arguments;

    /// <summary>The activity to run when there is no delegate or it has no handler; null, the default, if there is none.</summary>
    public Activity? Default { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach ((string name, Argument? argument) in _arguments)
        {
            if (name.Length == 0 || argument is null)
            {
                metadata.AddValidationError($"'{DisplayName}' has an argument without a name or without a value ('{name}'); give each both.");
                continue;
            }

            RuntimeArgument declared = new(name, argument.ArgumentType, argument.Direction);
            metadata.Bind(argument, declared);
            metadata.AddArgument(declared);
        }

        metadata.AddDelegate(Delegate);
        metadata.AddChild(Default);
        if (Delegate is not null)
        {
            Delegate.Declare();
            CheckArguments(metadata, Delegate.Parameters);
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (Delegate?.Handler is not null)
        {
            context.ScheduleDelegate(Delegate, ReadInputs(context), _onHandlerCompleted);
        }
        else if (Default is not null)
        {
            context.ScheduleActivity(Default);
        }
    }

    private void CheckArguments(NativeActivityMetadata metadata, IReadOnlyList<RuntimeDelegateArgument> parameters)
    {
        if (parameters.Count != _arguments.Count)
        {
            AddError(
                metadata,
                $"The delegate '{Delegate!.DisplayName}' takes {parameters.Count} arguments, but {_arguments.Count} are given; give it one for each.");
        }

        foreach (RuntimeDelegateArgument parameter in parameters)
        {
            if (!_arguments.TryGetValue(parameter.Name, out Argument? argument))
            {
                AddError(metadata, $"The argument '{parameter.Name}' of the delegate '{Delegate!.DisplayName}' is missing; add it.");
            }
            else if (argument is not null)
            {
                CheckArgument(metadata, parameter, argument);
            }
        }
    }

    private static void CheckArgument(NativeActivityMetadata metadata, RuntimeDelegateArgument parameter, Argument argument)
    {
        if (argument.Direction != parameter.Direction)
        {
            AddError(metadata, $"The argument '{parameter.Name}' has the direction '{argument.Direction}'; its delegate needs '{parameter.Direction}'.");
            return;
        }

        bool fits = parameter.Direction == ArgumentDirection.In
            ? parameter.Type.IsAssignableFrom(argument.ArgumentType)
            : argument.ArgumentType.IsAssignableFrom(parameter.Type);
        if (!fits)
        {
            AddError(metadata, $"The argument '{parameter.Name}' is a '{argument.ArgumentType}', which does not fit the '{parameter.Type}' of its delegate.");
        }
    }

    private static void AddError(NativeActivityMetadata metadata, string message) =>
        metadata.AddValidationError(new ValidationError(message, false, nameof(DelegateArguments)));

    private Dictionary<string, object?> ReadInputs(NativeActivityContext context)
    {
        Dictionary<string, object?> inputs = [];
        foreach ((string name, Argument argument) in _arguments)
        {
            if (argument.Direction != ArgumentDirection.Out)
            {
                inputs.Add(name, argument.Get(context));
            }
        }

        return inputs;
    }

    private void OnHandlerCompleted(NativeActivityContext context, ActivityInstance completedInstance, IDictionary<string, object?> outArguments)
    {
        foreach ((string name, object? value) in outArguments)
        {
            // An unbound parameter of the delegate returns null, which not every type allows. The argument already has its default value.
            if (_arguments.TryGetValue(name, out Argument? argument) && argument.Direction != ArgumentDirection.In
                && TypeMetadata.Accepts(argument.ArgumentType, value))
            {
                argument.Set(context, value);
            }
        }
    }
}
