namespace Workflow.Validation;

/// <summary>
/// Returns all descendants of the activity that a constraint checks: children, expressions, handlers and implementations at any depth, parents before
/// children.
/// </summary>
/// <remarks>If the walk over the definition has not visited that part of the tree, the walk visits it first (rule 12.4).</remarks>
public sealed class GetChildSubtree : CodeActivity<IEnumerable<Activity>>
{
    /// <summary>Creates the activity.</summary>
    public GetChildSubtree()
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
    protected override IEnumerable<Activity> Execute(CodeActivityContext context) => ValidationContext?.Get(context)?.Descendants ?? [];
}
