namespace Workflow;

/// <summary>A location with one value while a workflow runs: an argument, a variable, or a location of the application.</summary>
/// <remarks>Not thread-safe: a location belongs to one workflow instance, which runs on one thread at a time.</remarks>
public abstract class Location
{
    /// <summary>The declared type of the value.</summary>
    public abstract Type LocationType { get; }

    /// <summary>The value, boxed when it is a value type.</summary>
    /// <exception cref="InvalidCastException">On assignment, when the value is not of <see cref="LocationType"/>, nor a number that widens to it.</exception>
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

    /// <summary>The own value of the location, boxed, as it is saved. For a bound location it differs from the value of its target.</summary>
    internal virtual object? Kept
    {
        get => null;
        set => throw new NotSupportedException();
    }

    /// <summary>The bound location of an out or in-out argument; null when it is unbound, and for any other location.</summary>
    internal virtual Location? Target => null;

    /// <summary>Creates the value; for locations of handles only.</summary>
    internal virtual object Make() => throw new NotSupportedException();

    /// <summary>Binds the location to <paramref name="target"/>; for locations of out and in-out arguments only.</summary>
    internal virtual void Redirect(Location? target) => throw new NotSupportedException();
}
