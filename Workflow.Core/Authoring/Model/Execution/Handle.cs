using System.Diagnostics.CodeAnalysis;

namespace Workflow;

/// <summary>An object that a variable creates for each instance of the declaring activity. The object ends with that instance (rule 9.4).</summary>
/// <remarks>
/// <para>Declare a variable of the handle's type. Its value is created and initialized with the variable and cannot be assigned. To make the handle
/// visible to all descendants, add it to <see cref="NativeActivityContext.Properties"/> under <see cref="ExecutionPropertyName"/>.</para>
/// <para>A handle belongs to one workflow instance and is not thread-safe.</para>
/// </remarks>
[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor | DynamicallyAccessedMemberTypes.PublicProperties)]
public abstract class Handle
{
    private ActivityInstance? _owner;

    /// <summary>Initializes a handle. A derived class needs a parameterless constructor, which variables call.</summary>
    protected Handle()
    {
    }

    /// <summary>The instance of the activity that declares the handle; null before the handle is initialized and after it has ended.</summary>
    public ActivityInstance? Owner
    {
        get
        {
            // The caller may keep the reference, so the object must not be reused for another instance.
            _owner?.Expose();
            return _owner;
        }
    }

    /// <summary>The name of the execution property for handles of this type: the full name of the type.</summary>
    public string ExecutionPropertyName => PropertyNameCore;

    /// <summary>
    /// The name of the property. The transaction handle overrides it with a cached name, because the computation of the name takes longer than the addition of
    /// the property.
    /// </summary>
    internal virtual string PropertyNameCore => NameFor(GetType());

    /// <summary>The owner, for callers that do not keep the reference.</summary>
    internal ActivityInstance? OwnerInstance => _owner;

    /// <summary>
    /// True if the beginning and the end of the handle only set its owner, so that no context is created for them. Only for shipped handles whose methods
    /// cannot be overridden.
    /// </summary>
    internal virtual bool NeedsNoContext => false;

    /// <summary>True if the handle can be removed from the properties while children run (rule 9.2).</summary>
    internal virtual bool MayLeaveEarly => false;

    /// <summary>Called when the variable is created. The default does nothing. An exception faults the declaring activity.</summary>
    /// <param name="context">Creates further handles and finds extensions; usable during the call.</param>
    protected virtual void OnInitialize(HandleInitializationContext context)
    {
    }

    /// <summary>
    /// Called when the declaring activity ends closed or canceled, but not when it is aborted. The default does nothing. If the method throws an exception,
    /// the activity ends faulted (rule 5.9).
    /// </summary>
    /// <param name="context">Ends further handles and finds extensions; usable during the call.</param>
    protected virtual void OnUninitialize(HandleInitializationContext context)
    {
    }

    /// <summary>Throws if the handle is not initialized.</summary>
    /// <exception cref="InvalidOperationException">The handle is not initialized, or its owner has ended.</exception>
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

    /// <summary>Sets the owner of a loaded handle, which was initialized before the save (rule 9.4), or of a handle that needs no context.</summary>
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
