namespace Workflow;

/// <summary>A place that holds one value while a workflow runs: an argument, a variable, or a place of the author's own.</summary>
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

    /// <summary>Reads or writes the value without knowing its type at compile time.</summary>
    protected abstract object? ValueCore { get; set; }

    /// <summary>Forgets the value and every reference, so that the place can serve another activity.</summary>
    internal virtual void Reset()
    {
    }

    /// <summary>Keeps writes here until <see cref="Flush"/>: an asynchronous operation writes from a thread that does not own the instance.</summary>
    internal virtual void Defer()
    {
    }

    /// <summary>Sends a deferred write to the bound location; called on the thread that owns the instance.</summary>
    internal virtual void Flush()
    {
    }

    /// <summary>Keeps the current value and lets go of the bound location, which may serve another activity from now on.</summary>
    internal virtual void Detach()
    {
    }

    /// <summary>What a place of the engine keeps itself, boxed, as it is saved: for a bound one that is not what the bound location holds.</summary>
    internal virtual object? Kept
    {
        get => null;
        set => throw new NotSupportedException();
    }

    /// <summary>Where an out or in-out argument leads; null when it is unbound, and for any other place.</summary>
    internal virtual Location? Target => null;

    /// <summary>Makes the value itself; only the places of handles do.</summary>
    internal virtual object Make() => throw new NotSupportedException();

    /// <summary>Makes writes and reads go to <paramref name="target"/>; only the places of out and in-out arguments can.</summary>
    internal virtual void Redirect(Location? target) => throw new NotSupportedException();
}
