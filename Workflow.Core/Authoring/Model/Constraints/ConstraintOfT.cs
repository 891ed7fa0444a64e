namespace Workflow.Validation;

/// <summary>A rule on activities of type <typeparamref name="T"/>, written as a workflow that gets the activity and its place in the tree.</summary>
/// <typeparam name="T">The type of the activities that it belongs to, or a base of it.</typeparam>
public sealed class Constraint<T> : Constraint
{
    /// <summary>Creates a constraint without body; set <see cref="Body"/>.</summary>
    public Constraint()
    {
    }

    /// <summary>What runs; null, the default: nothing. It complains through <c>AssertValidation</c> or <c>AddValidationError</c>.</summary>
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
