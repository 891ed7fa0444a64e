namespace Workflow;

/// <summary>Prevents saves of the instance while it is entered (rules 7.1 and 9.6).</summary>
/// <remarks>Calls of Enter can be nested. The zone ends with the activity that declares the handle, whatever its final state is.</remarks>
public class NoPersistHandle : Handle
{
    /// <summary>Creates a handle. Variables call this constructor.</summary>
    public NoPersistHandle()
    {
    }

    /// <summary>Enters the zone.</summary>
    /// <param name="context">The context of a running activity.</param>
    /// <exception cref="InvalidOperationException">No running activity declares the handle.</exception>
    public void Enter(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        CheckInitialized();
        context.EnterNoPersist(OwnerInstance!);
    }

    /// <summary>Exits the zone. The instance can be saved when each Enter has its Exit.</summary>
    /// <param name="context">The context of a running activity.</param>
    /// <exception cref="InvalidOperationException">The zone was not entered, or no running activity declares the handle.</exception>
    public void Exit(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        CheckInitialized();
        context.ExitNoPersist(OwnerInstance!);
    }
}
