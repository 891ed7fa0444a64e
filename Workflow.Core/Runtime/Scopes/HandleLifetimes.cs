using Workflow.Runtime.State;

namespace Workflow.Runtime.Scopes;

/// <summary>Begins and ends the handles in the variables of an instance (rule 9.4).</summary>
internal static class HandleLifetimes
{
    /// <summary>Creates the handles in the order of the variables, implementation variables first (rule 4.6).</summary>
    public static void Initialize(Frame frame, Variable[] variables)
    {
        HandleInitializationContext? context = null;
        frame.TakeRareState().HasHandles = true;
        try
        {
            foreach (Variable variable in variables)
            {
                Handle handle = (Handle)frame.Own!.Slots[variable.Slot].Make();
                if (handle.NeedsNoContext)
                {
                    handle.Adopt(frame);
                }
                else
                {
                    handle.Initialize(context ??= new HandleInitializationContext(frame));
                }
            }
        }
        finally
        {
            context?.Dispose();
        }
    }

    /// <summary>Ends the handles when the instance completes, public variables first.</summary>
    /// <returns>The first exception; null if there was none. All other handles have ended in any case.</returns>
    public static Exception? Uninitialize(Frame frame, Variable[] variables)
    {
        HandleInitializationContext? context = null;
        Exception? ofPublic = Uninitialize(frame, variables, isPublic: true, ref context);
        Exception? ofImplementation = Uninitialize(frame, variables, isPublic: false, ref context);
        context?.Dispose();
        return ofPublic ?? ofImplementation;
    }

    private static Exception? Uninitialize(Frame frame, Variable[] variables, bool isPublic, ref HandleInitializationContext? context)
    {
        Exception? first = null;
        foreach (Variable variable in variables)
        {
            // A scope id of 0 marks a public variable, which the activity's own code cannot read (rule 4.8).
            if (variable.OwnScopeId == 0 != isPublic)
            {
                continue;
            }

            try
            {
                Handle? handle = (Handle?)frame.Own!.Slots[variable.Slot].Value;
                if (handle is { NeedsNoContext: true })
                {
                    handle.Adopt(null);
                }
                else
                {
                    handle?.Uninitialize(context ??= new HandleInitializationContext(frame));
                }
            }
            catch (Exception exception)
            {
                // An exception at the end of a handle is a fault of the instance that ends.
                first ??= exception;
            }
        }

        return first;
    }
}
