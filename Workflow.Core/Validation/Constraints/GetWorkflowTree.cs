namespace Workflow.Validation;

/// <summary>Yields the whole tree that the activity a constraint looks at belongs to, the root first.</summary>
/// <remarks>It walks the tree to its end first (rule 12.4).</remarks>
public sealed class GetWorkflowTree : CodeActivity<IEnumerable<Activity>>
{
    /// <summary>Creates the activity.</summary>
    public GetWorkflowTree()
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
    protected override IEnumerable<Activity> Execute(CodeActivityContext context) => ValidationContext?.Get(context)?.WholeTree ?? [];
}
