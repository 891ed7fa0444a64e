namespace Workflow;

/// <summary>Keeps the instance from being saved while it is entered (rules 7.1 and 9.6).</summary>
/// <remarks>Entries nest. The zone ends with the activity that declares the handle, however that ends.</remarks>
public class NoPersistHandle : Handle
{
    /// <summary>Creates a handle; a variable does it.</summary>
    public NoPersistHandle()
    {
    }

    /// <summary>Enters the zone once more.</summary>
    /// <param name="context">The context of a running activity.</param>
    /// <exception cref="InvalidOperationException">No running activity declares the handle.</exception>
    public void Enter(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        CheckInitialized();
        context.EnterNoPersist(OwnerInstance!);
    }

    /// <summary>Leaves the zone once; the instance may be saved again when every entry has been left.</summary>
    /// <param name="context">The context of a running activity.</param>
    /// <exception cref="InvalidOperationException">The zone was not entered, or no running activity declares the handle.</exception>
    public void Exit(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        CheckInitialized();
        context.ExitNoPersist(OwnerInstance!);
    }
}
