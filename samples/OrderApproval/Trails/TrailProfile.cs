using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Pricing;
using Workflow.Tracking;

namespace OrderApproval.Trails;

/// <summary>The records of a trail; other records are not created.</summary>
internal static class TrailProfile
{
    public static TrackingProfile Create() => new()
    {
        Name = "Order trail",
        Queries =
        {
            new WorkflowInstanceQuery { States = { "*" } },
            new ActivityStateQuery { States = { ActivityStates.Executing, ActivityStates.Canceled, ActivityStates.Faulted } },
            ResultOf(nameof(PriceOrder)),
            ResultOf(nameof(CheckCredit)),
            ResultOf(nameof(ApprovalWorkflow)),
            new FaultPropagationQuery(),
            new BookmarkResumptionQuery { Name = "*" },
        },
    };

    private static ActivityStateQuery ResultOf(string activity) => new()
    {
        ActivityName = activity,
        States = { ActivityStates.Closed },
        Arguments = { "Result" },
    };
}
