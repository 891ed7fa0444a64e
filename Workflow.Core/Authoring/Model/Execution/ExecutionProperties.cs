using System.Collections;

namespace Workflow;

/// <summary>Named objects that an activity adds for itself and all its descendants (rule 9).</summary>
/// <remarks>
/// <para>A search by name starts at the activity and ends at the root, so a property of a descendant hides a property of an ancestor with the same name. A
/// property ends with the activity that added it.</para>
/// <para>Usable as long as the context from which the object was created. Not thread-safe.</para>
/// </remarks>
public sealed class ExecutionProperties : IEnumerable<KeyValuePair<string, object>>
{
    private readonly ActivityContext _context;

    /// <summary>Provides the properties that are visible to an activity.</summary>
    /// <param name="context">The context of the activity. With the context of a native activity, properties can also be added and removed.</param>
    public ExecutionProperties(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        _context = context;
    }

    /// <summary>True if no property is visible.</summary>
    public bool IsEmpty => _context.Port.Scopes.GetProperties(_context.Instance).Count == 0;

    /// <summary>Adds a property that is visible to this activity and all its descendants.</summary>
    /// <param name="name">The name, unique among the properties that this activity added.</param>
    /// <param name="property">The property.</param>
    /// <exception cref="ArgumentException">The name is null or empty, or this activity has already added a property with this name.</exception>
    /// <exception cref="InvalidOperationException">Children are scheduled, or the property is a handle that is not initialized.</exception>
    public void Add(string name, object property) => Add(name, property, onlyVisibleToPublicChildren: false);

    /// <summary>Adds a property that is visible to this activity and to all descendants, or only to public descendants.</summary>
    /// <param name="name">The name, unique among the properties that this activity added.</param>
    /// <param name="property">The property.</param>
    /// <param name="onlyVisibleToPublicChildren">
    /// True to hide the property from the implementation of this activity and from the implementations of the activities that can see it (rule 9.1).
    /// </param>
    /// <exception cref="ArgumentException">The name is null or empty, or this activity has already added a property with this name.</exception>
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
    /// <returns>False if this activity has not added a property with the name. Properties of ancestors are not removed.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="InvalidOperationException">Children are scheduled (rule 9.2).</exception>
    public bool Remove(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ExecutionPort port = _context.Port;
        ThrowUnlessNative();
        return port.Scopes.RemoveProperty(_context.Instance, name);
    }

    /// <summary>Finds the innermost visible property with a name.</summary>
    /// <param name="name">The name.</param>
    /// <returns>The property; null if there is none.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public object? Find(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return _context.Port.Scopes.FindProperty(_context.Instance, name);
    }

    /// <summary>Enumerates the visible properties, the innermost first, without hidden properties.</summary>
    /// <returns>An enumerator over a snapshot.</returns>
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
