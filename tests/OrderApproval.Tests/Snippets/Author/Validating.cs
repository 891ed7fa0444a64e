using Workflow;
using Workflow.Statements;
using Workflow.Validation;

namespace OrderApproval.Tests.Snippets;

public sealed class TryAgain : NativeActivity
{
    public int Times { get; set; } = 3;

    public Activity? Body { get; set; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        if (Times < 1)
        {
            metadata.AddValidationError(new ValidationError("Times must be at least 1.", isWarning: false, nameof(Times)));
        }

        if (Body is null)
        {
            metadata.AddValidationError(new ValidationError("Without a Body there is nothing to retry.", isWarning: true, nameof(Body)));
        }
    }

    protected override void Execute(NativeActivityContext context)
    {
        if (Body is not null)
        {
            context.ScheduleActivity(Body);
        }
    }
}

public sealed class Deliver : CodeActivity
{
    [RequiredArgument]
    public InArgument<string> Parcel { get; set; } = null!;

    [RequiredArgument]
    [OverloadGroup("address")]
    public InArgument<string> Street { get; set; } = null!;

    [OverloadGroup("address")]
    public InArgument<string> House { get; set; } = null!;

    [RequiredArgument]
    [OverloadGroup("locker")]
    public InArgument<int> Locker { get; set; } = null!;

    protected override void Execute(CodeActivityContext context)
    {
    }
}

public sealed class ApprovalCase : NativeActivity
{
    public Activity? Body { get; set; }

    protected override void Execute(NativeActivityContext context)
    {
        if (Body is not null)
        {
            context.ScheduleActivity(Body);
        }
    }
}

public sealed class Approve : CodeActivity
{
    public Approve() => Constraints.Add(LiesInACase());

    protected override void Execute(CodeActivityContext context)
    {
    }

    private static Constraint<Approve> LiesInACase()
    {
        DelegateInArgument<ValidationContext> place = new("place");
        Variable<IEnumerable<Activity>> around = new("around");
        return new Constraint<Approve>
        {
            Body = new ActivityAction<Approve, ValidationContext>
            {
                Argument2 = place,
                Handler = new Sequence
                {
                    Variables = { around },
                    Activities =
                    {
                        new GetParentChain { ValidationContext = place, Result = around },
                        new AssertValidation
                        {
                            Assertion = new InArgument<bool>(context => around.Get(context).Any(activity => activity is ApprovalCase)),
                            Message = "An approval needs an ApprovalCase around it.",
                        },
                    },
                },
            },
        };
    }
}

public sealed class Both : NativeActivity, IDiagramSource
{
    public required Activity First { get; init; }

    public required Activity Second { get; init; }

    public void Draw(ActivityDiagram diagram) => diagram.Connect(diagram.Add(First), diagram.Add(Second), "then");

    protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(First, (next, _) => next.ScheduleActivity(Second));
}

internal static class Validating
{
    public static string Describe(Activity workflow)
    {
        ValidationResults results = ActivityValidationServices.Validate(workflow);
        return string.Join('\n', results.Errors.Select(error => $"{error.Id} {error.Source?.DisplayName}: {error.Message}"));
    }

    public static ValidationResults WithHouseRules(Activity workflow)
    {
        DelegateInArgument<Delay> delay = new("delay");
        Constraint<Delay> rule = new()
        {
            Body = new ActivityAction<Delay, ValidationContext>
            {
                Argument1 = delay,
                Handler = new AssertValidation
                {
                    Assertion = new InArgument<bool>(context => delay.Get(context).DisplayName != "Delay"),
                    Message = "Name each delay after what it waits for.",
                    IsWarning = true,
                },
            },
        };
        ValidationSettings settings = new() { AdditionalConstraints = { [typeof(Delay)] = [rule] } };
        return ActivityValidationServices.Validate(workflow, settings);
    }

    public static string Draw(Activity workflow, ICollection<string> waiting) => WorkflowDiagram.ToMermaid(
        workflow, new WorkflowDiagramOptions { IsMarked = activity => waiting.Contains(activity.DisplayName) });

    public static int CountOf<TActivity>(Activity workflow)
        where TActivity : Activity
    {
        int own = workflow is TActivity ? 1 : 0;
        return own + WorkflowInspectionServices.GetActivities(workflow).Sum(CountOf<TActivity>);
    }
}
