using System.Diagnostics.CodeAnalysis;
using Workflow.Data;

namespace Workflow;

/// <summary>The context of an activity or an expression in its run.</summary>
/// <remarks>
/// Usable only in the method that receives it; afterwards every member throws <see cref="ObjectDisposedException"/> (rule 1.11). Not thread-safe.
/// </remarks>
public class ActivityContext
{
    internal ActivityContext(ActivityInstance instance) => Instance = instance;

    /// <summary>The id of the activity instance, unique in the workflow instance.</summary>
    public string ActivityInstanceId => Current.Id;

    /// <summary>The id of the workflow instance.</summary>
    public Guid WorkflowInstanceId => Services.InstanceId;

    /// <summary>
    /// The values that are visible to the activity, as properties by name. Each call creates a new object, which is usable as long as this context.
    /// </summary>
    public WorkflowDataContext DataContext => new(this, Current.Scope);

    /// <summary>The activity instance; changed only by <see cref="MoveTo"/> and <see cref="Leave"/>.</summary>
    internal ActivityInstance Instance;

    private const long Closed = -1;

    /// <summary>
    /// The id of the activity's own scope while the context is usable; otherwise <see cref="Closed"/>. One comparison both finds a location of the activity
    /// itself and detects an unusable context.
    /// </summary>
    private long _scopeId = Closed;

    /// <summary>True while the method that receives the context runs.</summary>
    internal bool IsActive
    {
        get => _scopeId != Closed;
        set => _scopeId = value ? Instance.ScopeId : Closed;
    }

    /// <summary>Assigns the context, which must not be in use, to another activity instance.</summary>
    internal void MoveTo(ActivityInstance instance)
    {
        // The check avoids the GC write barrier.
        if (!ReferenceEquals(Instance, instance))
        {
            Instance = instance;
        }
    }

    /// <summary>Releases the activity instance. <see cref="MoveTo"/> must be called before the next use.</summary>
    internal void Leave()
    {
        _scopeId = Closed;
        Instance = null!;
    }

    /// <summary>True while an expression runs. Expressions read outer scopes; the code of an activity does not (rule 4.8).</summary>
    internal bool SeesOuterScopes;

    internal ExecutionPort Port
    {
        get
        {
            ThrowIfDisposed();
            return Instance.Port;
        }
    }

    /// <summary>
    /// The services of the host, available also while nothing runs the instance: the operation of an asynchronous activity uses its context then, on any
    /// thread.
    /// </summary>
    private InstanceServices Services
    {
        get
        {
            ThrowIfDisposed();
            return Instance.Services;
        }
    }

    internal ActivityInstance Current
    {
        get
        {
            ThrowIfDisposed();
            return Instance;
        }
    }

    /// <summary>Gets the extension of a type; the first match in the order of rule 14.1.</summary>
    /// <typeparam name="T">The type, or a base type or interface of the extension.</typeparam>
    /// <returns>The extension; null when there is none.</returns>
    public T? GetExtension<T>()
        where T : class => Services.GetExtension(typeof(T)) as T;

    /// <summary>Gets an extension that the activity requires.</summary>
    /// <typeparam name="T">The type, or a base type or interface of the extension.</typeparam>
    /// <returns>The extension.</returns>
    /// <exception cref="InvalidOperationException">The host has no such extension. The message describes how to add one.</exception>
    public T GetRequiredExtension<T>()
        where T : class => GetExtension<T>() ?? throw new InvalidOperationException(
            $"The activity '{Instance.Activity.DisplayName}' needs an extension of the type '{typeof(T)}', and its host has none; add one to the Extensions of the host before the run, or a default with AddDefaultExtensionProvider in CacheMetadata.");

    /// <summary>Reads a visible location.</summary>
    /// <typeparam name="T">The type to read the value as.</typeparam>
    /// <param name="locationReference">An argument, a variable or a delegate argument.</param>
    /// <returns>The value.</returns>
    public T GetValue<T>(LocationReference locationReference)
    {
        ArgumentNullException.ThrowIfNull(locationReference);
        return Location<T>.Read(LocationOf(locationReference));
    }

    /// <summary>Reads an argument of this activity: the value that the activity wrote last.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="argument">The argument.</param>
    /// <returns>The value.</returns>
    public T GetValue<T>(OutArgument<T> argument)
    {
        ArgumentNullException.ThrowIfNull(argument);
        return Location<T>.Read(LocationOf(argument));
    }

    /// <summary>Reads an argument of this activity.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="argument">The argument.</param>
    /// <returns>The value.</returns>
    public T GetValue<T>(InOutArgument<T> argument)
    {
        ArgumentNullException.ThrowIfNull(argument);
        return Location<T>.Read(LocationOf(argument));
    }

    /// <summary>Reads an argument of this activity.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="argument">The argument.</param>
    /// <returns>The value.</returns>
    public T GetValue<T>(InArgument<T> argument)
    {
        ArgumentNullException.ThrowIfNull(argument);
        return Location<T>.Read(LocationOf(argument));
    }

    /// <summary>Reads an argument of this activity.</summary>
    /// <param name="argument">The argument.</param>
    /// <returns>The value, boxed if its type is a value type.</returns>
    public object? GetValue(Argument argument)
    {
        ArgumentNullException.ThrowIfNull(argument);
        return LocationOf(argument).Value;
    }

    /// <summary>Reads an argument of this activity.</summary>
    /// <param name="runtimeArgument">The declared argument.</param>
    /// <returns>The value, boxed if its type is a value type.</returns>
    public object? GetValue(RuntimeArgument runtimeArgument)
    {
        ArgumentNullException.ThrowIfNull(runtimeArgument);
        return LocationOf(runtimeArgument).Value;
    }

    /// <summary>Gets a visible location.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="locationReference">An argument, a variable or a delegate argument.</param>
    /// <returns>The location, which remains usable after the activity has ended.</returns>
    public Location<T>? GetLocation<T>(LocationReference locationReference)
    {
        ArgumentNullException.ThrowIfNull(locationReference);
        return CaptureLocationOf(locationReference) as Location<T>;
    }

    /// <summary>Writes a visible location.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="locationReference">An argument, a variable or a delegate argument.</param>
    /// <param name="value">The value.</param>
    public void SetValue<T>(LocationReference locationReference, T value)
    {
        ArgumentNullException.ThrowIfNull(locationReference);
        Location<T>.Write(WritableLocationOf(locationReference), value);
    }

    /// <summary>Writes an argument of this activity.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="argument">The argument; null is ignored, as for an argument that was never set.</param>
    /// <param name="value">The value.</param>
    public void SetValue<T>(OutArgument<T>? argument, T value)
    {
        ThrowIfDisposed();
        if (argument is not null)
        {
            Location<T>.Write(LocationOf(argument), value);
        }
    }

    /// <summary>Writes an argument of this activity.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="argument">The argument; null is ignored.</param>
    /// <param name="value">The value.</param>
    public void SetValue<T>(InOutArgument<T>? argument, T value)
    {
        ThrowIfDisposed();
        if (argument is not null)
        {
            Location<T>.Write(LocationOf(argument), value);
        }
    }

    /// <summary>Changes an in argument of this activity. The change affects only the activity itself.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="argument">The argument; null is ignored.</param>
    /// <param name="value">The value.</param>
    public void SetValue<T>(InArgument<T>? argument, T value)
    {
        ThrowIfDisposed();
        if (argument is not null)
        {
            Location<T>.Write(LocationOf(argument), value);
        }
    }

    /// <summary>Writes an argument of this activity.</summary>
    /// <param name="argument">The argument.</param>
    /// <param name="value">The value.</param>
    public void SetValue(Argument argument, object? value)
    {
        ArgumentNullException.ThrowIfNull(argument);
        LocationOf(argument).Value = value;
    }

    internal void ThrowIfDisposed()
    {
        if (_scopeId == Closed)
        {
            ThrowDisposed();
        }
    }

    internal Location LocationOf(Argument argument) =>
        argument.ScopeId == _scopeId ? Instance.OwnSlots![argument.Slot] : OtherLocationOf(argument);

    /// <summary>
    /// Finds arguments and implementation variables of this activity directly. All other locations are visible only to expressions (rule 4.8).
    /// </summary>
    internal Location LocationOf(LocationReference reference) =>
        reference.OwnScopeId == _scopeId ? Instance.OwnSlots![reference.Slot] : OtherLocationOf(reference);

    internal Location ChainedLocationOf(LocationReference reference)
    {
        LocationEnvironment? environment = reference.ScopeId == 0 ? null : Instance.Environment?.Find(reference.ScopeId);
        if (environment is null)
        {
            ThrowNotVisible(reference);
        }

        return environment.Slots[reference.Slot];
    }

    internal Location WritableLocationOf(LocationReference reference)
    {
        ThrowIfFixed(reference);
        return LocationOf(reference);
    }

    /// <summary>Finds a location that the definition makes visible here, in any scope.</summary>
    internal Location VisibleLocationOf(LocationReference reference) =>
        reference.SlotKind is null ? reference.GetLocation(this) : ChainedLocationOf(reference);

    internal Location VisibleWritableLocationOf(LocationReference reference)
    {
        ThrowIfFixed(reference);
        return VisibleLocationOf(reference);
    }

    /// <summary>Returns a location that code of the application may keep. Its environment is captured, so that the environment is not reused.</summary>
    internal Location CaptureLocationOf(LocationReference reference)
    {
        Location location = LocationOf(reference);
        Instance.Environment?.Find(reference.ScopeId)?.Capture();
        return location;
    }

    internal Location CaptureLocationOf(Argument argument)
    {
        Location location = LocationOf(argument);
        Instance.Environment?.Find(argument.Declared!.ScopeId)?.Capture();
        return location;
    }

    private Location OtherLocationOf(Argument argument)
    {
        ThrowIfDisposed();
        return argument.Declared is { ScopeId: > 0 } declared ? OtherLocationOf(declared) : ThrowNotDeclared(argument);
    }

    private Location OtherLocationOf(LocationReference reference)
    {
        ThrowIfDisposed();
        if (SeesOuterScopes && reference.ScopeId > 0)
        {
            return ChainedLocationOf(reference);
        }

        if (reference.SlotKind is not null)
        {
            ThrowNotVisible(reference);
        }

        return reference.GetLocation(this);
    }

    private static void ThrowIfFixed(LocationReference reference)
    {
        if (reference is Variable { IsFixed: true } variable)
        {
            ThrowNotWritable(variable);
        }
    }

    [DoesNotReturn]
    private static void ThrowNotWritable(Variable variable) => throw new InvalidOperationException(variable.IsHandle
        ? $"The variable '{variable.Name}' holds a handle and cannot be assigned; its handle is created with the variable."
        : $"The variable '{variable.Name}' is read-only; only its default can set it.");

    [DoesNotReturn]
    private void ThrowDisposed() => throw new ObjectDisposedException(
        GetType().Name, "The context was used after the method that received it returned; keep values, not the context.");

    [DoesNotReturn]
    private void ThrowNotVisible(LocationReference reference) => throw InvisibleReference.Of(reference, Instance.Activity, SeesOuterScopes);

    [DoesNotReturn]
    private Location ThrowNotDeclared(Argument argument) => throw InvisibleReference.Undeclared(argument, Instance.Activity);
}
