namespace Workflow.Validation;

/// <summary>Returns the whole tree that contains the activity that a constraint checks, the root first.</summary>
/// <remarks>The walk over the definition visits the whole tree first (rule 12.4).</remarks>
public sealed class GetWorkflowTree : CodeActivity<IEnumerable<Activity>>
{
    /// <summary>Creates the activity.</summary>
    public GetWorkflowTree()
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
    protected override IEnumerable<Activity> Execute(CodeActivityContext context) => ValidationContext?.Get(context)?.WholeTree ?? [];
}
