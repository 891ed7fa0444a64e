extern alias WorkflowCore;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Statements;
using WorkflowCore::Workflow.Validation;

namespace Workflow.Interop.Legacy;

/// <summary>The rule about legacy activities in transactions of the new workflow.</summary>
internal static class InteropNesting
{
    /// <summary>A legacy activity that ends a transaction or saves the instance cannot be in a transaction scope of the new workflow.</summary>
    public static Constraint NewConstraint()
    {
        DelegateInArgument<Workflow.Statements.Interop> interop = new("interop");
        DelegateInArgument<ValidationContext> place = new("place");
        Variable<IEnumerable<Activity>> around = new("around");
        return new Constraint<Workflow.Statements.Interop>
        {
            Body = new ActivityAction<Workflow.Statements.Interop, ValidationContext>
            {
                Argument1 = interop,
                Argument2 = place,
                Handler = new Sequence
                {
                    Variables = { around },
                    Activities =
                    {
                        new GetParentChain { ValidationContext = place, Result = around },
                        new AssertValidation
                        {
                            Assertion = new InArgument<bool>(context => !interop.Get(context)!.NeedsOwnTransaction || !around.Get(context)!.Any(activity => activity is TransactionScope)),
                            Message = "The WF3 activity has a transaction scope, or an activity with the attribute PersistOnClose, and is in a TransactionScope; remove one of them.",
                        },
                    },
                },
            },
        };
    }
}
