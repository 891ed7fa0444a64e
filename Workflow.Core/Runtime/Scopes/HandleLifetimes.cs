using Workflow.Runtime.State;

namespace Workflow.Runtime.Scopes;

/// <summary>Begins and ends the handles that an instance's variables hold (rule 9.4).</summary>
internal static class HandleLifetimes
{
    /// <summary>Makes them as the variables are declared, implementation variables first (rule 4.6).</summary>
    public static void Initialize(Frame frame, Variable[] variables)
    {
        HandleInitializationContext context = new(frame);
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

    /// <summary>Ends them when the instance completes, public variables first.</summary>
    /// <returns>The first exception; the others have ended all the same.</returns>
    public static Exception? Uninitialize(Frame frame, Variable[] variables)
    {
        HandleInitializationContext context = new(frame);
        Exception? ofPublic = Uninitialize(frame, variables, isPublic: true, context);
        Exception? ofImplementation = Uninitialize(frame, variables, isPublic: false, context);
        context.Dispose();
        return ofPublic ?? ofImplementation;
    }

    private static Exception? Uninitialize(Frame frame, Variable[] variables, bool isPublic, HandleInitializationContext context)
    {
        Exception? first = null;
        foreach (Variable variable in variables)
        {
            // A public variable is not for the activity's own code (rule 4.8).
            if (variable.OwnScopeId == 0 != isPublic)
            {
                continue;
            }

            try
            {
                ((Handle?)frame.Own!.Slots[variable.Slot].Value)?.Uninitialize(context);
            }
            catch (Exception exception)
            {
                // What a handle's end throws is a fault of the instance that ends.
                first ??= exception;
            }
        }

        return first;
    }
}
