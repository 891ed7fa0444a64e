using System.Diagnostics.CodeAnalysis;

namespace Workflow;

/// <summary>An object that a variable makes for each run of the activity that declares it, and that ends with that run (rule 9.4).</summary>
/// <remarks>
/// <para>Declare a variable of the handle's type: its value is created and initialized with the variable and cannot be assigned. Add it
/// to <see cref="NativeActivityContext.Properties"/> under <see cref="ExecutionPropertyName"/> to make it known to everything below.</para>
/// <para>Belongs to one workflow instance; not thread-safe.</para>
/// </remarks>
[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor | DynamicallyAccessedMemberTypes.PublicProperties)]
public abstract class Handle
{
    private ActivityInstance? _owner;

    /// <summary>Initializes the base of a handle. A variable makes it through a constructor without parameters.</summary>
    protected Handle()
    {
    }

    /// <summary>The run of the activity that declares the handle; null before the initialization and after the end.</summary>
    public ActivityInstance? Owner
    {
        get
        {
            // Whoever reads it may keep it, so it is not used for another run.
            if (_owner is not null)
            {
                _owner.Flags |= InstanceFlags.Leaked;
            }

            return _owner;
        }
    }

    /// <summary>The name under which a handle of this type is registered as an execution property: the full name of the type.</summary>
    public string ExecutionPropertyName => NameFor(GetType());

    /// <summary>The owner, for a reader that does not keep it.</summary>
    internal ActivityInstance? OwnerInstance => _owner;

    /// <summary>Whether it may be removed from the properties while children run (rule 9.2).</summary>
    internal virtual bool MayLeaveEarly => false;

    /// <summary>Called when the variable comes to be; does nothing by default. An exception is a fault of the declaring activity.</summary>
    /// <param name="context">Makes further handles and finds extensions; usable during the call.</param>
    protected virtual void OnInitialize(HandleInitializationContext context)
    {
    }

    /// <summary>
    /// Called when the declaring activity ends closed or canceled, not when it is torn down; does nothing by default. An exception
    /// makes that activity end faulted (rule 5.9).
    /// </summary>
    /// <param name="context">Ends further handles and finds extensions; usable during the call.</param>
    protected virtual void OnUninitialize(HandleInitializationContext context)
    {
    }

    /// <summary>Refuses the use of a handle that is not initialized.</summary>
    /// <exception cref="InvalidOperationException">It is not initialized, or its owner has ended.</exception>
    protected void ThrowIfUninitialized() => CheckInitialized();

    internal static string NameFor(Type type) => type.FullName ?? type.Name;

    internal void CheckInitialized()
    {
        if (_owner is null)
        {
            throw new InvalidOperationException(
                $"A handle of type '{GetType().Name}' is used that no running activity declares; make it the value of a variable of that type.");
        }
    }

    internal void Initialize(HandleInitializationContext context)
    {
        _owner = context.Instance;
        OnInitialize(context);
    }

    /// <summary>Gives a loaded handle its owner; it was initialized in an earlier life of the instance (rule 9.4).</summary>
    internal void Adopt(ActivityInstance? owner) => _owner = owner;

    internal void Uninitialize(HandleInitializationContext context)
    {
        try
        {
            OnUninitialize(context);
        }
        finally
        {
            _owner = null;
        }
    }
}
