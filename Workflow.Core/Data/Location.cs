namespace Workflow;

/// <summary>A location with one value while a workflow runs: an argument, a variable, or a location of the application.</summary>
/// <remarks>Not thread-safe: a location belongs to one workflow instance, which runs on one thread at a time.</remarks>
public abstract class Location
{
    /// <summary>The declared type of the value.</summary>
    public abstract Type LocationType { get; }

    /// <summary>The value; boxed if its type is a value type.</summary>
    /// <exception cref="InvalidCastException">On assignment, if the value is neither of <see cref="LocationType"/> nor a number that widens to it.</exception>
    public object? Value
    {
        get => ValueCore;
        set => ValueCore = value;
    }

    /// <summary>Reads or writes the value without its type at compile time.</summary>
    protected abstract object? ValueCore { get; set; }

    /// <summary>Clears the value and all references, so that another activity can use the location.</summary>
    internal virtual void Reset()
    {
    }

    /// <summary>Stores writes here until <see cref="Flush"/>, because an asynchronous operation writes on a thread that does not own the instance.</summary>
    internal virtual void Defer()
    {
    }

    /// <summary>Passes a stored write to the bound location. Called on the thread that owns the instance.</summary>
    internal virtual void Flush()
    {
    }

    /// <summary>Copies the current value and releases the bound location, which another activity may use from now on.</summary>
    internal virtual void Detach()
    {
    }

    /// <summary>The location's own value, boxed, as it is saved. In a bound location it can differ from the value of the target.</summary>
    internal virtual object? Kept
    {
        get => null;
        set => throw new NotSupportedException();
    }

    /// <summary>The bound location of an out or in-out argument; null for an unbound argument and for any other location.</summary>
    internal virtual Location? Target => null;

    /// <summary>Creates the handle of the location. Only locations of handles support it.</summary>
    internal virtual object Make() => throw new NotSupportedException();

    /// <summary>Binds the location to <paramref name="target"/>. Only locations of out and in-out arguments support it.</summary>
    internal virtual void Redirect(Location? target) => throw new NotSupportedException();
}
