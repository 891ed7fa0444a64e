using System.Collections;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// An object that stores values by <see cref="DependencyProperty"/>: values of the definition, and values of the running instance. Not thread-safe.
/// </summary>
public abstract class DependencyObject : IDisposable
{
    private PropertyBag _meta = new();
    private PropertyBag? _instance;
    private IDictionary? _userData;

    /// <summary>Values that designers and tools attach to the object. They are not saved.</summary>
    public IDictionary UserData => _userData ??= Hashtable.Synchronized([]);

    /// <summary>True while the object is being built; false as soon as it belongs to a workflow instance.</summary>
    protected internal bool DesignMode { get; private set; } = true;

    /// <summary>The object that contains this one, or null if there is none.</summary>
    protected DependencyObject? ParentDependencyObject { get; private set; }

    /// <summary>The stored values of the running instance.</summary>
    internal PropertyBag State => _instance ??= new PropertyBag();

    /// <summary>
    /// Returns the value of a property: from the get override if there is one; otherwise from the instance, from the definition, or from the default value.
    /// While the workflow runs, a binding is evaluated.
    /// </summary>
    /// <param name="dependencyProperty">The property.</param>
    /// <exception cref="ArgumentException">The property is an event, or belongs to another type.</exception>
    /// <exception cref="InvalidOperationException">The target of a binding does not exist.</exception>
    public object? GetValue(DependencyProperty dependencyProperty)
    {
        ArgumentNullException.ThrowIfNull(dependencyProperty);
        CheckProperty(dependencyProperty);
        return dependencyProperty.DefaultMetadata.GetValueOverride is { } read ? read(this) : GetValueBase(dependencyProperty);
    }

    /// <summary>Returns the same value as <see cref="GetValue"/>, but ignores the get override.</summary>
    /// <param name="dependencyProperty">The property.</param>
    public object? GetValueBase(DependencyProperty dependencyProperty)
    {
        ArgumentNullException.ThrowIfNull(dependencyProperty);
        if ((_instance is null || !_instance.TryGet(dependencyProperty, out object? value)) && !_meta.TryGet(dependencyProperty, out value))
        {
            return DefaultOf(dependencyProperty);
        }

        if (value is ActivityBind bind && dependencyProperty.PropertyType != typeof(ActivityBind))
        {
            value = DesignMode ? null : GetBoundValue(bind, dependencyProperty.PropertyType);
        }

        return value ?? DefaultOf(dependencyProperty);
    }

    /// <summary>
    /// Sets the value of a property. Calls the set override if there is one. Otherwise, sets the value of the definition while the workflow is being built.
    /// While the workflow runs, sets the bound member if the property is bound, or the value of the instance.
    /// </summary>
    /// <param name="dependencyProperty">The property.</param>
    /// <param name="value">The value, or an <see cref="ActivityBind"/>.</param>
    /// <exception cref="ArgumentException">The property is an event, is read-only or belongs to another type, or the value does not have the type of the
    /// property.</exception>
    /// <exception cref="InvalidOperationException">The property belongs to the definition, and the workflow runs.</exception>
    public void SetValue(DependencyProperty dependencyProperty, object? value)
    {
        ArgumentNullException.ThrowIfNull(dependencyProperty);
        CheckProperty(dependencyProperty);
        CheckChange(dependencyProperty);
        CheckValue(dependencyProperty, value);
        if (dependencyProperty.DefaultMetadata.SetValueOverride is { } write && value is not ActivityBind)
        {
            write(this, value);
        }
        else
        {
            SetValueBase(dependencyProperty, value);
        }
    }

    /// <summary>Sets the value of a property with <see cref="DependencyPropertyOptions.ReadOnly"/>, which <see cref="SetValue"/> refuses.</summary>
    /// <param name="dependencyProperty">The property.</param>
    /// <param name="value">The value.</param>
    /// <exception cref="ArgumentException">The property is an event or belongs to another type, or the value does not have the type of the
    /// property.</exception>
    /// <exception cref="InvalidOperationException">The property is not read-only, or the property belongs to the definition and the workflow runs.</exception>
    protected internal void SetReadOnlyPropertyValue(DependencyProperty dependencyProperty, object? value)
    {
        ArgumentNullException.ThrowIfNull(dependencyProperty);
        CheckProperty(dependencyProperty);
        CheckValue(dependencyProperty, value);
        if (!dependencyProperty.DefaultMetadata.IsReadOnly)
        {
            throw new InvalidOperationException($"The property '{dependencyProperty}' is not read-only; use SetValue.");
        }

        CheckDefinition(dependencyProperty);
        (DesignMode ? _meta : State).Set(dependencyProperty, value);
    }

    /// <summary>Sets the value as <see cref="SetValue"/> does, but ignores the set override.</summary>
    /// <param name="dependencyProperty">The property.</param>
    /// <param name="value">The value.</param>
    public void SetValueBase(DependencyProperty dependencyProperty, object? value)
    {
        ArgumentNullException.ThrowIfNull(dependencyProperty);
        CheckChange(dependencyProperty);
        CheckValue(dependencyProperty, value);
        if (DesignMode)
        {
            if (_meta.TryGet(dependencyProperty, out object? old) && old is DependencyObject removed and not ActivityBind)
            {
                removed.ParentDependencyObject = null;
            }

            _meta.Set(dependencyProperty, value);
            if (value is DependencyObject part and not Activity)
            {
                part.ParentDependencyObject = this;
            }
        }
        else if (GetBinding(dependencyProperty) is { } bind && value is not ActivityBind)
        {
            SetBoundValue(bind, value);
        }
        else
        {
            State.Set(dependencyProperty, value);
        }
    }

    /// <summary>Binds a property, or an event, to a member of an activity.</summary>
    /// <param name="dependencyProperty">The property or event.</param>
    /// <param name="bind">The binding.</param>
    /// <exception cref="InvalidOperationException">The workflow runs.</exception>
    public void SetBinding(DependencyProperty dependencyProperty, ActivityBind bind)
    {
        ArgumentNullException.ThrowIfNull(dependencyProperty);
        ArgumentNullException.ThrowIfNull(bind);
        if (!DesignMode)
        {
            throw new InvalidOperationException($"The property '{dependencyProperty}' cannot be bound while the workflow runs; bind it before.");
        }

        _meta.Set(dependencyProperty, bind);
    }

    /// <summary>Returns the binding of a property or event, or null if there is none.</summary>
    /// <param name="dependencyProperty">The property or event.</param>
    public ActivityBind? GetBinding(DependencyProperty dependencyProperty)
    {
        ArgumentNullException.ThrowIfNull(dependencyProperty);
        return _meta.TryGet(dependencyProperty, out object? value) ? value as ActivityBind : null;
    }

    /// <summary>Returns true if the property or event is bound.</summary>
    /// <param name="dependencyProperty">The property or event.</param>
    public bool IsBindingSet(DependencyProperty dependencyProperty) => GetBinding(dependencyProperty) is not null;

    /// <summary>Removes the value of the definition while the workflow is being built, or the value of the instance while the workflow runs.</summary>
    /// <param name="dependencyProperty">The property.</param>
    /// <returns>True if there was a value.</returns>
    public bool RemoveProperty(DependencyProperty dependencyProperty)
    {
        ArgumentNullException.ThrowIfNull(dependencyProperty);
        CheckChange(dependencyProperty);
        return DesignMode ? _meta.Remove(dependencyProperty) : _instance?.Remove(dependencyProperty) == true;
    }

    /// <summary>Adds a handler to an event.</summary>
    /// <param name="dependencyEvent">The event.</param>
    /// <param name="value">The handler, or an <see cref="ActivityBind"/> to bind the event.</param>
    /// <exception cref="ArgumentException">The property is not an event, or the value is not a handler of the event.</exception>
    public void AddHandler(DependencyProperty dependencyEvent, object value)
    {
        CheckHandler(dependencyEvent, value);
        if (value is ActivityBind bind)
        {
            SetBinding(dependencyEvent, bind);
            return;
        }

        // A handler is stored in the instance, because its target is an activity of the instance's own tree.
        State.Set(dependencyEvent, Delegate.Combine(HandlersOf(dependencyEvent), (Delegate)value));
    }

    /// <summary>Removes a handler from an event. Does nothing if the handler was not added.</summary>
    /// <param name="dependencyEvent">The event.</param>
    /// <param name="value">The handler.</param>
    /// <exception cref="ArgumentException">The property is not an event, or the value is not a handler of the event.</exception>
    public void RemoveHandler(DependencyProperty dependencyEvent, object value)
    {
        CheckHandler(dependencyEvent, value);
        if (value is Delegate handler && Delegate.Remove(HandlersOf(dependencyEvent), handler) is { } rest)
        {
            State.Set(dependencyEvent, rest);
        }
        else if (value is Delegate)
        {
            State.Remove(dependencyEvent);
        }
    }

    /// <summary>Calls <see cref="Dispose(bool)"/>.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Releases the resources of a derived class. The base class has none.</summary>
    /// <param name="disposing">Always true.</param>
    protected virtual void Dispose(bool disposing)
    {
    }

    /// <summary>Returns the handlers of an event in the order in which they were added, followed by the bound handlers if the event is bound.</summary>
    /// <typeparam name="T">The type of the handlers.</typeparam>
    /// <param name="dependencyEvent">The event.</param>
    protected T[] GetInvocationList<T>(DependencyProperty dependencyEvent)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(dependencyEvent);
        List<T> handlers = [.. HandlersOf(dependencyEvent)?.GetInvocationList().OfType<T>() ?? []];
        if (!DesignMode && GetBinding(dependencyEvent) is { } bind && GetBoundValue(bind, typeof(T)) is Delegate bound)
        {
            handlers.AddRange(bound.GetInvocationList().OfType<T>());
        }

        return [.. handlers];
    }

    /// <summary>Returns the value of the bound member. The base class passes the call to the object that contains this one.</summary>
    /// <param name="bind">The binding.</param>
    /// <param name="targetType">The required type.</param>
    protected virtual object? GetBoundValue(ActivityBind bind, Type targetType)
    {
        ArgumentNullException.ThrowIfNull(bind);
        return ParentDependencyObject is null ? throw bind.NoActivity() : ParentDependencyObject.GetBoundValue(bind, targetType);
    }

    /// <summary>Sets the value of the bound member. The base class passes the call to the object that contains this one.</summary>
    /// <param name="bind">The binding.</param>
    /// <param name="value">The value.</param>
    protected virtual void SetBoundValue(ActivityBind bind, object? value)
    {
        ArgumentNullException.ThrowIfNull(bind);
        if (ParentDependencyObject is null)
        {
            throw bind.NoActivity();
        }

        ParentDependencyObject.SetBoundValue(bind, value);
    }

    /// <summary>The values of the definition.</summary>
    internal PropertyBag Meta => _meta;

    /// <summary>Sets the definition of a clone, which shares it with other objects. The constructor of a clone does not run.</summary>
    internal void AttachMeta(PropertyBag meta) => _meta = meta;

    /// <summary>
    /// Removes the values of the instance before the state of another run is read. Values that are not saved and the execution contexts stay.
    /// </summary>
    internal void ForgetState()
    {
        PropertyBag? state = _instance;
        _instance = null;
        foreach ((DependencyProperty key, object? value) in state ?? new PropertyBag())
        {
            if (key.DefaultMetadata.IsNonSerialized || key == ExecutionContexts.ContextsProperty)
            {
                State.Set(key, value);
            }
        }
    }

    internal void SetParent(DependencyObject? parent) => ParentDependencyObject = parent;

    /// <summary>Makes the definition of this object and its parts read-only.</summary>
    internal virtual void Freeze()
    {
        if (!DesignMode)
        {
            return;
        }

        DesignMode = false;
        foreach (object? value in _meta.Values())
        {
            if (value is DependencyObject part and not Activity)
            {
                part.Freeze();
            }
        }
    }

    internal Delegate? HandlersOf(DependencyProperty dependencyEvent) =>
        _instance is not null && _instance.TryGet(dependencyEvent, out object? value) ? (Delegate?)value : null;

    private static object? DefaultOf(DependencyProperty property) =>
        property.DefaultMetadata.DefaultValue ?? (property.PropertyType.IsValueType ? Defaults.Of(property.PropertyType) : null);

    private void CheckProperty(DependencyProperty property)
    {
        if (property.IsEvent)
        {
            throw new ArgumentException($"'{property}' is an event; use AddHandler, RemoveHandler or SetBinding.", nameof(property));
        }

        if (!property.IsAttached && !property.OwnerType.IsInstanceOfType(this))
        {
            throw new ArgumentException(
                $"The property '{property}' of '{property.OwnerType}' is not a property of '{GetType()}'; register it with RegisterAttached.",
                nameof(property));
        }
    }

    private void CheckChange(DependencyProperty property)
    {
        if (property.DefaultMetadata.IsReadOnly && property.DefaultMetadata.SetValueOverride is null)
        {
            throw new ArgumentException($"The property '{property}' is read-only; remove the option ReadOnly to set it.", nameof(property));
        }

        CheckDefinition(property);
    }

    private void CheckDefinition(DependencyProperty property)
    {
        if (!DesignMode && property.DefaultMetadata.IsMetaProperty)
        {
            throw new InvalidOperationException(
                $"The property '{property}' belongs to the definition and the workflow runs; set it before the workflow is created.");
        }
    }

    private static void CheckValue(DependencyProperty property, object? value)
    {
        bool fits = value switch
        {
            null => !property.PropertyType.IsValueType || Nullable.GetUnderlyingType(property.PropertyType) is not null,
            ActivityBind => true,
            _ => property.PropertyType.IsInstanceOfType(value),
        };
        if (!fits)
        {
            throw new ArgumentException(
                $"The property '{property}' takes values of type '{property.PropertyType}', not '{value?.GetType().ToString() ?? "null"}'; set a value of that type.",
                nameof(value));
        }
    }

    private static void CheckHandler(DependencyProperty dependencyEvent, object value)
    {
        ArgumentNullException.ThrowIfNull(dependencyEvent);
        ArgumentNullException.ThrowIfNull(value);
        if (!dependencyEvent.IsEvent || (value is not ActivityBind && !dependencyEvent.PropertyType.IsInstanceOfType(value)))
        {
            throw new ArgumentException(
                $"'{value.GetType()}' is no handler of '{dependencyEvent}', which takes '{dependencyEvent.PropertyType}'; use a handler of that type.",
                nameof(value));
        }
    }
}
