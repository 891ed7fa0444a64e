using System;
using System.Collections.Generic;
using LegacyOrders.Wf3.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;

namespace LegacyOrders.Wf3.Hosting;

/// <summary>Calls the validators of the application's activities.</summary>
public static class DefinitionCheck
{
    public static ICollection<string> ErrorsOf(Activity activity)
    {
        Validator validator = activity is RetryActivity ? new RetryValidator() : new PriceLineValidator();
        ValidationManager manager = new ValidationManager(new NoServices());
        List<string> errors = new List<string>();
        foreach (ValidationError error in validator.Validate(manager, activity))
        {
            errors.Add(string.Format("{0} {1}", error.PropertyName, error.IsWarning ? "warning" : "error").Trim());
        }

        return errors;
    }

    /// <summary>Returns true if the runtime would create the workflow.</summary>
    public static bool IsValid(Type workflowType)
    {
        using (WorkflowRuntime runtime = new WorkflowRuntime())
        {
            try
            {
                runtime.CreateWorkflow(workflowType);
                return true;
            }
            catch (WorkflowValidationFailedException)
            {
                return false;
            }
        }
    }

    private sealed class NoServices : IServiceProvider
    {
        public object GetService(Type serviceType)
        {
            return null;
        }
    }
}
