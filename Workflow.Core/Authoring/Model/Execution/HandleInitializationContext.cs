using System.Diagnostics.CodeAnalysis;

namespace Workflow;

/// <summary>The context in which a handle is initialized or ended.</summary>
public sealed class HandleInitializationContext
{
    private bool _isDisposed;

    internal HandleInitializationContext(ActivityInstance instance) => Instance = instance;

    internal ActivityInstance Instance { get; }

    internal ExecutionPort Port
    {
        get
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            return Instance.Port;
        }
    }

    /// <summary>Creates a handle with the same owner. The caller must end it with <see cref="UninitializeHandle"/>.</summary>
    /// <typeparam name="THandle">The type, with a parameterless constructor.</typeparam>
    /// <returns>The initialized handle.</returns>
    public THandle CreateAndInitializeHandle<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] THandle>()
        where THandle : Handle
    {
        _ = Port;
        THandle handle = Activator.CreateInstance<THandle>();
        handle.Initialize(this);
        return handle;
    }

    /// <summary>Gets the extension of a type; the first match in the order of rule 14.1.</summary>
    /// <typeparam name="T">The type, or a base type or interface of the extension.</typeparam>
    /// <returns>The extension; null when there is none.</returns>
    public T? GetExtension<T>()
        where T : class => Port.Services.GetExtension(typeof(T)) as T;

    /// <summary>Ends a handle that <see cref="CreateAndInitializeHandle{THandle}"/> created.</summary>
    /// <param name="handle">The handle.</param>
    public void UninitializeHandle(Handle handle)
    {
        ArgumentNullException.ThrowIfNull(handle);
        _ = Port;
        handle.Uninitialize(this);
    }

    internal void Dispose() => _isDisposed = true;
}
