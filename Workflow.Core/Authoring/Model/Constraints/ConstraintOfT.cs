namespace Workflow.Validation;

/// <summary>A rule for activities of type <typeparamref name="T"/>, written as a workflow that gets the activity and its position in the tree.</summary>
/// <typeparam name="T">The type of the activities, or a base type.</typeparam>
public sealed class Constraint<T> : Constraint
{
    /// <summary>Creates a constraint without a body; set <see cref="Body"/>.</summary>
    public Constraint()
    {
    }

    /// <summary>
    /// The workflow that checks the activity; null, the default, checks nothing. The workflow reports errors with <c>AssertValidation</c> or
    /// <c>AddValidationError</c>.
    /// </summary>
    public ActivityAction<T, ValidationContext>? Body { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddDelegate(Body);
    }

    /// <inheritdoc/>
    protected override void OnExecute(NativeActivityContext context, object objectToValidate, ValidationContext objectToValidateContext)
    {
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(objectToValidate);
        if (objectToValidate is not T typed)
        {
            throw new InvalidOperationException(
                $"The constraint '{DisplayName}' is for a '{typeof(T)}', not for a '{objectToValidate.GetType()}'; add it to activities of that type only.");
        }

        if (Body is not null)
        {
            context.ScheduleAction(Body, typed, objectToValidateContext);
        }
    }
}
