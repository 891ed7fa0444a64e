namespace Workflow.Validation;

/// <summary>Returns the ancestors of the activity that a constraint checks: the parent first, the root last; none for the root itself.</summary>
public sealed class GetParentChain : CodeActivity<IEnumerable<Activity>>
{
    /// <summary>Creates the activity.</summary>
    public GetParentChain()
    {
    }

    /// <summary>The context of the activity, which the body of the constraint receives. The result is empty if the argument is unbound or null.</summary>
    public InArgument<ValidationContext>? ValidationContext { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        RuntimeArgument context = new(nameof(ValidationContext), typeof(ValidationContext), ArgumentDirection.In);
        metadata.Bind(ValidationContext, context);
        metadata.AddArgument(context);
    }

    /// <inheritdoc/>
    protected override IEnumerable<Activity> Execute(CodeActivityContext context) => ValidationContext?.Get(context)?.Ancestors ?? [];
}
