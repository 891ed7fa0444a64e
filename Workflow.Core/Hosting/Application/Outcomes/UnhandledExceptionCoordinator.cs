using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>Asks the application for the action after an exception that nothing in the workflow handled (rules 5.5 and 16.4).</summary>
/// <param name="instance">The instance.</param>
/// <param name="handlers">The handlers; null if none was ever set.</param>
internal readonly ref struct UnhandledExceptionCoordinator(HostedInstance instance, ApplicationHandlers? handlers)
{
    public void Ask(UnhandledFault fault)
    {
        UnhandledExceptionAction action = UnhandledExceptionAction.Terminate;
        try
        {
            if (handlers?.UnhandledException is { } handler)
            {
                WorkflowApplicationUnhandledExceptionEventArgs args = new(instance, fault);
                action = new HandlerCalls(instance).Call(handler, args);
                handlers.SuspendsWhenAborted = args.SuspendsInstance && action == UnhandledExceptionAction.Abort;
            }

            instance.Run.Answer(action);
        }
        catch (Exception exception)
        {
            // The handler threw or returned an invalid action: the next step aborts the instance.
            instance.TryRequestAbort(exception);
        }
    }
}
