namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Reads the value of a property instead of the stored value.</summary>
/// <param name="d">The object.</param>
public delegate object? GetValueOverride(DependencyObject d);

/// <summary>Sets the value of a property instead of storing it.</summary>
/// <param name="d">The object.</param>
/// <param name="value">The value.</param>
public delegate void SetValueOverride(DependencyObject d, object? value);

/// <summary>The default value, the options and the attributes of a <see cref="DependencyProperty"/>. Immutable.</summary>
public class PropertyMetadata
{
    private readonly Attribute[] _attributes;

    /// <summary>Creates metadata without a default value.</summary>
    public PropertyMetadata()
        : this(null, DependencyPropertyOptions.Default)
    {
    }

    /// <summary>Creates metadata with a default value.</summary>
    /// <param name="defaultValue">The default value.</param>
    public PropertyMetadata(object? defaultValue)
        : this(defaultValue, DependencyPropertyOptions.Default)
    {
    }

    /// <summary>Creates metadata with options.</summary>
    /// <param name="options">The options.</param>
    public PropertyMetadata(DependencyPropertyOptions options)
        : this(null, options)
    {
    }

    /// <summary>Creates metadata with attributes.</summary>
    /// <param name="attributes">The attributes.</param>
    public PropertyMetadata(params Attribute[] attributes)
        : this(null, DependencyPropertyOptions.Default, attributes)
    {
    }

    /// <summary>Creates metadata with a default value and attributes.</summary>
    /// <param name="defaultValue">The default value.</param>
    /// <param name="attributes">The attributes.</param>
    public PropertyMetadata(object? defaultValue, params Attribute[] attributes)
        : this(defaultValue, DependencyPropertyOptions.Default, attributes)
    {
    }

    /// <summary>Creates metadata with options and attributes.</summary>
    /// <param name="options">The options.</param>
    /// <param name="attributes">The attributes.</param>
    public PropertyMetadata(DependencyPropertyOptions options, params Attribute[] attributes)
        : this(null, options, attributes)
    {
    }

    /// <summary>Creates metadata with a default value, options and attributes.</summary>
    /// <param name="defaultValue">The default value.</param>
    /// <param name="options">The options.</param>
    /// <param name="attributes">The attributes.</param>
    public PropertyMetadata(object? defaultValue, DependencyPropertyOptions options, params Attribute[] attributes)
        : this(defaultValue, options, null, null, attributes)
    {
    }

    /// <summary>Creates metadata with a default value, options, overrides and attributes.</summary>
    /// <param name="defaultValue">The default value.</param>
    /// <param name="options">The options.</param>
    /// <param name="getValueOverride">Reads the value; null if the stored value is used.</param>
    /// <param name="setValueOverride">Sets the value; null if the value is stored.</param>
    /// <param name="attributes">The attributes.</param>
    public PropertyMetadata(
        object? defaultValue,
        DependencyPropertyOptions options,
        GetValueOverride? getValueOverride,
        SetValueOverride? setValueOverride,
        params Attribute[] attributes)
    {
        DefaultValue = defaultValue;
        Options = options;
        GetValueOverride = getValueOverride;
        SetValueOverride = setValueOverride;

        // The compiler resolves 'new PropertyMetadata(null)' to the constructor with an array of attributes, so the array can be null.
        _attributes = [.. attributes ?? []];
    }

    /// <summary>The default value; null if there is none.</summary>
    public object? DefaultValue { get; }

    /// <summary>The options.</summary>
    public DependencyPropertyOptions Options { get; }

    /// <summary>Reads the value instead of the stored value; null if there is no override.</summary>
    public GetValueOverride? GetValueOverride { get; }

    /// <summary>Sets the value instead of storing it; null if there is no override.</summary>
    public SetValueOverride? SetValueOverride { get; }

    /// <summary>True if the value is part of the definition.</summary>
    public bool IsMetaProperty => Has(DependencyPropertyOptions.Metadata);

    /// <summary>True if the property has the option <see cref="DependencyPropertyOptions.ReadOnly"/>.</summary>
    public bool IsReadOnly => Has(DependencyPropertyOptions.ReadOnly);

    /// <summary>True if the value is not saved.</summary>
    public bool IsNonSerialized => Has(DependencyPropertyOptions.NonSerialized);

    /// <summary>True if the value is the progress of one run of an activity. A clone does not get it.</summary>
    internal bool IsOfOneRun { get; init; }

    /// <summary>Returns a copy of the attributes.</summary>
    public Attribute[] GetAttributes() => [.. _attributes];

    internal bool Has(DependencyPropertyOptions option) => (Options & option) != 0;
}
