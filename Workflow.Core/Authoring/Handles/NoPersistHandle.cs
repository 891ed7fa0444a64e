namespace Workflow;

/// <summary>
/// Prevents saves of the instance between <see cref="Enter"/> and <see cref="Exit"/>, in the no-persist zone of the handle (rules 7.1 and 9.6).
/// </summary>
/// <remarks>Calls of Enter can be nested. The zone ends with the activity that declares the handle, in every final state of the activity.</remarks>
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

    /// <summary>Exits the zone. The instance can be saved when Exit has been called as often as Enter.</summary>
    /// <param name="context">The context of a running activity.</param>
    /// <exception cref="InvalidOperationException">The zone was not entered, or no running activity declares the handle.</exception>
    public void Exit(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        CheckInitialized();
        context.ExitNoPersist(OwnerInstance!);
    }
}
