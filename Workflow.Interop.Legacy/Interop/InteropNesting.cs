extern alias WorkflowCore;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Statements;
using WorkflowCore::Workflow.Validation;

namespace Workflow.Interop.Legacy;

/// <summary>The validation rule for legacy activities in transactions of the workflow.</summary>
internal static class InteropNesting
{
    /// <summary>
    /// Creates the constraint: a legacy activity that ends a transaction or saves the instance cannot be inside a transaction scope of the workflow.
    /// </summary>
    public static Constraint NewConstraint()
    {
        DelegateInArgument<Workflow.Statements.Interop> interop = new("interop");
        DelegateInArgument<ValidationContext> position = new("position");
        Variable<IEnumerable<Activity>> around = new("around");
        return new Constraint<Workflow.Statements.Interop>
        {
            Body = new ActivityAction<Workflow.Statements.Interop, ValidationContext>
            {
                Argument1 = interop,
                Argument2 = position,
                Handler = new Sequence
                {
                    Variables = { around },
                    Activities =
                    {
                        new GetParentChain { ValidationContext = position, Result = around },
                        new AssertValidation
                        {
                            Assertion = new InArgument<bool>(
                                context => !interop.Get(context)!.NeedsOwnTransaction || !around.Get(context)!.Any(activity => activity is TransactionScope)),
                            Message = "The WF3 activity has a transaction scope, or an activity with the attribute PersistOnClose, and is in a TransactionScope; remove one of them.",
                        },
                    },
                },
            },
        };
    }
}
