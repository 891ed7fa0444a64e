using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Scopes;

/// <summary>Begins and ends the handles that an instance's variables hold (rule 9.4).</summary>
internal sealed class HandleTable(WorkflowExecution execution)
{
    /// <summary>Makes them as the variables are declared, implementation variables first (rule 4.6).</summary>
    public void Initialize(Frame frame, Variable[] variables)
    {
        HandleInitializationContext context = new(execution, frame);
        frame.TakeExtras().HasHandles = true;
        try
        {
            foreach (Variable variable in variables)
            {
                ((Handle)frame.Own!.Slots[variable.Slot].Make()).Initialize(context);
            }
        }
        finally
        {
            context.Dispose();
        }
    }

    /// <summary>Ends them when the instance completes, public variables first; the first exception is thrown when all have ended.</summary>
    public void Uninitialize(Frame frame, Variable[] variables)
    {
        HandleInitializationContext context = new(execution, frame);
        Exception? first = null;
        foreach (Variable variable in variables.OrderBy(variable => variable.OwnScopeId != 0))
        {
            try
            {
                ((Handle?)frame.Own!.Slots[variable.Slot].Value)?.Uninitialize(context);
            }
            catch (Exception exception)
            {
                // The others end all the same.
                first ??= exception;
            }
        }

        context.Dispose();
        if (first is not null)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(first);
        }
    }
}
