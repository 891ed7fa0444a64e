namespace Workflow.Validation;

/// <summary>Adds an error to the activity that the enclosing constraint checks.</summary>
public sealed class AddValidationError : NativeActivity
{
    /// <summary>Creates the activity.</summary>
    public AddValidationError()
    {
    }

    /// <summary>The problem and what to do; empty when unbound.</summary>
    public InArgument<string>? Message { get; set; }

    /// <summary>Whether it is a warning, so that the definition can run; false when unbound.</summary>
    public InArgument<bool>? IsWarning { get; set; }

    /// <summary>The property with the problem; empty when unbound.</summary>
    public InArgument<string>? PropertyName { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata) => ErrorArguments.Declare(metadata, Message, IsWarning, PropertyName);

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context) =>
        Constraint.AddValidationError(context, ErrorArguments.Read(context, Message, IsWarning, PropertyName));
}
