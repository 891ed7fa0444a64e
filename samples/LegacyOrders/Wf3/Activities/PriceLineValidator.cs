using System;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace LegacyOrders.Wf3.Activities;

/// <summary>Checks the activity at design time. An application calls the validator itself (Hosting/DefinitionCheck.cs).</summary>
public class PriceLineValidator : ActivityValidator
{
    public override ValidationErrorCollection Validate(ValidationManager manager, object obj)
    {
        ValidationErrorCollection errors = base.Validate(manager, obj);
        PriceLineActivity activity = obj as PriceLineActivity;
        if (activity == null)
        {
            throw new ArgumentException("The object is no PriceLineActivity.", "obj");
        }

        if (activity.Line == null && !activity.IsBindingSet(PriceLineActivity.LineProperty))
        {
            errors.Add(ValidationError.GetNotSetValidationError("Line"));
        }

        if (activity.Factor <= 0)
        {
            errors.Add(new ValidationError("The factor is not above zero.", 17, false, "Factor"));
        }

        return errors;
    }
}
