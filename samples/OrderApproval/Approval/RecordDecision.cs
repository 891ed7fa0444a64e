using OrderApproval.Pricing;
using OrderApproval.Waiting;
using Workflow;

namespace OrderApproval.Approval;

/// <summary>Writes the decision so that queries on the store find it. The decision is stored together with the end of the workflow, or not at all.</summary>
internal sealed class RecordDecision : CodeActivity
{
    [RequiredArgument]
    public InArgument<string> Order { get; set; } = null!;

    /// <summary>The price of the order; null if it cannot be priced.</summary>
    public InArgument<Quote> Quote { get; set; } = new();

    [RequiredArgument]
    public InArgument<Decision> Decision { get; set; } = null!;

    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);

        // Each instance gets its own note; the host does not have to add one.
        metadata.AddDefaultExtensionProvider(static () => new OrderNote());
    }

    protected override void Execute(CodeActivityContext context) =>
        context.GetExtension<OrderNote>()!.Write(Order.Get(context)!, Quote.Get(context)?.Total, Decision.Get(context)!);
}
