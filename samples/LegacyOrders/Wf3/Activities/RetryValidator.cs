using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace LegacyOrders.Wf3.Activities;

/// <summary>Checks that there is exactly one child to repeat.</summary>
public class RetryValidator : CompositeActivityValidator
{
    public override ValidationErrorCollection Validate(ValidationManager manager, object obj)
    {
        ValidationErrorCollection errors = base.Validate(manager, obj);
        RetryActivity activity = (RetryActivity)obj;
        if (activity.EnabledActivities.Count != 1)
        {
            errors.Add(new ValidationError("It has not one child.", 18));
        }

        return errors;
    }
}
