using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>Asks the application for the action after an exception that nothing in the workflow handled (rules 5.5 and 16.4).</summary>
internal static class UnhandledExceptionProtocol
{
    public static ValueTask<bool> AskAsync(ApplicationInstance instance, UnhandledFault fault)
    {
        UnhandledExceptionAction action = UnhandledExceptionAction.Terminate;
        try
        {
            if (instance.Handlers?.UnhandledException is { } handler)
            {
                WorkflowApplicationUnhandledExceptionEventArgs args = new(instance, fault);
                action = instance.Calls.Call(handler, args);
                instance.Handlers.SuspendsWhenAborted = args.SuspendsInstance && action == UnhandledExceptionAction.Abort;
            }

            instance.Run.Answer(action);
        }
        catch (Exception exception)
        {
            // The handler threw or returned an invalid action: the next step aborts the instance.
            instance.TryRequestAbort(exception);
        }

        return new(true);
    }
}
