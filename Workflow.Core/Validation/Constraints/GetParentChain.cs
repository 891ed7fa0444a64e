namespace Workflow.Validation;

/// <summary>Yields what the activity that a constraint looks at lies in: its parent first, the root last; nothing for the root itself.</summary>
public sealed class GetParentChain : CodeActivity<IEnumerable<Activity>>
{
    /// <summary>Creates the activity.</summary>
    public GetParentChain()
    {
    }

    /// <summary>The activity, as the constraint's body receives it; the result is empty when unbound or null in a run.</summary>
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
