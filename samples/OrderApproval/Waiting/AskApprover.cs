using OrderApproval.Approval;
using Workflow;

namespace OrderApproval.Waiting;

/// <summary>Waits, for weeks if need be, until a person decides about an order.</summary>
internal sealed class AskApprover : NativeActivity<Decision>
{
    [RequiredArgument]
    public InArgument<Referral> Referral { get; set; } = null!;

    /// <summary>Without this an activity may not wait.</summary>
    protected override bool CanInduceIdle => true;

    /// <summary>Where the decision about an order is to be brought.</summary>
    public static string BookmarkOf(string order) => $"decision on {order}";

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);

        // Each instance gets a note of its own, without the host having to know.
        metadata.AddDefaultExtensionProvider(static () => new ReferralNote());
    }

    protected override void Execute(NativeActivityContext context)
    {
        Referral referral = Referral.Get(context);
        context.GetExtension<ReferralNote>()!.Write(referral);
        context.CreateBookmark(BookmarkOf(referral.Order), OnDecided);
    }

    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        string approver = Referral.Get(context).Approver;
        Decision decision = value as Decision ?? throw new ArgumentException($"The bookmark '{bookmark.Name}' takes a decision; give it one.", nameof(value));
        context.SetValue(Result, decision with { Reason = decision.Reason.Length == 0 ? $"{approver} decided" : $"{approver}: {decision.Reason}" });
    }
}
