namespace Workflow.Validation;

/// <summary>Adds an error to the activity that the enclosing constraint checks.</summary>
public sealed class AddValidationError : NativeActivity
{
    /// <summary>Creates the activity.</summary>
    public AddValidationError()
    {
    }

    /// <summary>The message, with the problem and its solution; empty when unbound.</summary>
    public InArgument<string>? Message { get; set; }

    /// <summary>True to add a warning, with which the definition can run, instead of an error; false when unbound.</summary>
    public InArgument<bool>? IsWarning { get; set; }

    /// <summary>The name of the property with the problem; empty when unbound.</summary>
    public InArgument<string>? PropertyName { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata) => ErrorArguments.Declare(metadata, Message, IsWarning, PropertyName);

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context) =>
        Constraint.AddValidationError(context, ErrorArguments.Read(context, Message, IsWarning, PropertyName));
}
