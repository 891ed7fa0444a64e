using OrderApproval.Approval;
using Workflow;

namespace OrderApproval.Waiting;

/// <summary>Waits until a person decides about an order, which may take weeks.</summary>
internal sealed class AskApprover : NativeActivity<Decision>
{
    [RequiredArgument]
    public InArgument<Referral> Referral { get; set; } = null!;

    /// <summary>Required for activities that wait.</summary>
    protected override bool CanInduceIdle => true;

    /// <summary>Returns the name of the bookmark that receives the decision about an order.</summary>
    public static string BookmarkOf(string order) => $"decision on {order}";

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);

        // Each instance gets its own note; the host does not have to add one.
        metadata.AddDefaultExtensionProvider(static () => new OrderNote());
    }

    protected override void Execute(NativeActivityContext context)
    {
        Referral referral = Referral.Get(context);
        context.GetExtension<OrderNote>()!.Write(referral);
        context.CreateBookmark(BookmarkOf(referral.Order), OnDecided);
    }

    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        string approver = Referral.Get(context).Approver;
        Decision decision = value as Decision ?? throw new ArgumentException($"The bookmark '{bookmark.Name}' expects a decision; pass one.", nameof(value));
        context.SetValue(Result, decision with { Reason = decision.Reason.Length == 0 ? $"{approver} decided" : $"{approver}: {decision.Reason}" });
    }
}
