namespace Workflow.Validation;

/// <summary>Yields everything below the activity that a constraint looks at: children, expressions, handlers and implementations at any depth, parents before children.</summary>
/// <remarks>It walks the tree there first, if the walk has not come so far (rule 12.4).</remarks>
public sealed class GetChildSubtree : CodeActivity<IEnumerable<Activity>>
{
    /// <summary>Creates the activity.</summary>
    public GetChildSubtree()
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
    protected override IEnumerable<Activity> Execute(CodeActivityContext context) => ValidationContext?.Get(context)?.Descendants ?? [];
}
