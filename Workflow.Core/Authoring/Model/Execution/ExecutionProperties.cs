using System.Collections;

namespace Workflow;

/// <summary>Named objects that an activity adds for itself and everything that runs below it (rule 9).</summary>
/// <remarks>
/// <para>They are found by name from the inside out: a property of a descendant shadows one of the same name further out. They end
/// with the activity that added them.</para>
/// <para>Usable as long as the context that it came from. Not thread-safe.</para>
/// </remarks>
public sealed class ExecutionProperties : IEnumerable<KeyValuePair<string, object>>
{
    private readonly ActivityContext _context;

    /// <summary>Gives access to the properties that are visible to an activity.</summary>
    /// <param name="context">The context of the activity; that of a native activity can also add and remove.</param>
    public ExecutionProperties(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        _context = context;
    }

    /// <summary>Whether no property is visible here.</summary>
    public bool IsEmpty => _context.Port.Scopes.GetProperties(_context.Instance).Count == 0;

    /// <summary>Adds a property that is visible to this activity and to everything below it.</summary>
    /// <param name="name">The name, unique among the properties that this activity added.</param>
    /// <param name="property">The property.</param>
    /// <exception cref="ArgumentException">The name is null or empty, or this activity has added a property of that name.</exception>
    /// <exception cref="InvalidOperationException">Children are scheduled, or the property is a handle that is not initialized.</exception>
    public void Add(string name, object property) => Add(name, property, onlyVisibleToPublicChildren: false);

    /// <summary>Adds a property that is visible to this activity and to everything, or all that is public, below it.</summary>
    /// <param name="name">The name, unique among the properties that this activity added.</param>
    /// <param name="property">The property.</param>
    /// <param name="onlyVisibleToPublicChildren">True hides it from this activity's implementation, and from the implementations of those who see it (rule 9.1).</param>
    /// <exception cref="ArgumentException">The name is null or empty, or this activity has added a property of that name.</exception>
    /// <exception cref="InvalidOperationException">Children are scheduled, or the property is a handle that is not initialized.</exception>
    public void Add(string name, object property, bool onlyVisibleToPublicChildren)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(property);
        ExecutionPort port = _context.Port;
        ThrowUnlessNative();
        if (property is Handle handle)
        {
            handle.CheckInitialized();
        }

        port.Scopes.AddProperty(_context.Instance, name, property, onlyVisibleToPublicChildren);
    }

    /// <summary>Removes a property that this activity added.</summary>
    /// <param name="name">The name.</param>
    /// <returns>False when this activity has added none of that name; one of an activity further out stays.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="InvalidOperationException">Children are scheduled (rule 9.2).</exception>
    public bool Remove(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ExecutionPort port = _context.Port;
        ThrowUnlessNative();
        return port.Scopes.RemoveProperty(_context.Instance, name);
    }

    /// <summary>The visible property of a name, the innermost if there are several.</summary>
    /// <param name="name">The name.</param>
    /// <returns>The property; null when there is none.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public object? Find(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return _context.Port.Scopes.FindProperty(_context.Instance, name);
    }

    /// <summary>The visible properties, those further in first; a shadowed one is left out.</summary>
    /// <returns>Over a snapshot.</returns>
    public IEnumerator<KeyValuePair<string, object>> GetEnumerator() => _context.Port.Scopes.GetProperties(_context.Instance).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private void ThrowUnlessNative()
    {
        if (_context is not NativeActivityContext)
        {
            throw new InvalidOperationException(
                $"'{_context.Instance.Activity.DisplayName}' cannot change execution properties, because nothing runs below it; only a native activity can.");
        }
    }
}
