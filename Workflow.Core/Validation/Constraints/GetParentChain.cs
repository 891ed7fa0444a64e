namespace Workflow.Validation;

/// <summary>Returns the ancestors of the activity that a constraint checks: its parent first, the root last; none for the root itself.</summary>
public sealed class GetParentChain : CodeActivity<IEnumerable<Activity>>
{
    /// <summary>Creates the activity.</summary>
    public GetParentChain()
    {
    }

    /// <summary>The activity, as the body of the constraint gets it. The result is empty when it is unbound or null in a run.</summary>
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
