namespace Workflow.Validation;

/// <summary>
/// A rule for an activity and its position in the tree, written as a workflow. The rule runs while a definition is walked, after the declaration of its
/// activity and before the declarations of the children (rule 12.4). Use <see cref="Constraint{T}"/>.
/// </summary>
/// <remarks>
/// An exception from a constraint is a validation error. The constraints of activities inside a constraint are not evaluated. A constraint can belong to
/// any number of activities and trees, and can, like every definition, run on several threads at the same time.
/// </remarks>
public abstract class Constraint : NativeActivity
{
    private readonly RuntimeArgument _toValidate = new(ToValidateName, typeof(object), ArgumentDirection.In, isRequired: true);
    private readonly RuntimeArgument _context = new(ContextName, typeof(ValidationContext), ArgumentDirection.In, isRequired: true);

    private protected Constraint()
    {
    }

    internal const string ToValidateName = "ToValidate";

    internal const string ContextName = "ToValidateContext";

    /// <summary>Adds an error or a warning to the activity that the constraint checks.</summary>
    /// <param name="context">The context of an activity in the constraint.</param>
    /// <param name="error">The error or warning. An error prevents runs of the definition, a warning does not.</param>
    /// <exception cref="InvalidOperationException">The running workflow is not a constraint.</exception>
    public static void AddValidationError(NativeActivityContext context, ValidationError error)
    {
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(error);
        ViolationList violations = context.GetExtension<ViolationList>()
            ?? throw new InvalidOperationException(
                $"'{context.Instance.Activity.DisplayName}' can add validation errors only inside a constraint; use it in the body of one.");
        violations.Violations.Add(error);
    }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        metadata.AddArgument(_toValidate);
        metadata.AddArgument(_context);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        object objectToValidate = _toValidate.Get(context)
            ?? throw new InvalidOperationException($"The constraint '{DisplayName}' has nothing to validate; give it an activity.");
        OnExecute(context, objectToValidate, _context.Get<ValidationContext>(context));
    }

    /// <summary>Checks an activity.</summary>
    /// <param name="context">The context of the constraint.</param>
    /// <param name="objectToValidate">The activity.</param>
    /// <param name="objectToValidateContext">The position of the activity in the tree.</param>
    protected abstract void OnExecute(NativeActivityContext context, object objectToValidate, ValidationContext objectToValidateContext);
}
