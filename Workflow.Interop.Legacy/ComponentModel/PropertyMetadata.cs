namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Reads a value in place of the stored one.</summary>
/// <param name="d">The object.</param>
public delegate object? GetValueOverride(DependencyObject d);

/// <summary>Sets a value in place of storing it.</summary>
/// <param name="d">The object.</param>
/// <param name="value">The value.</param>
public delegate void SetValueOverride(DependencyObject d, object? value);

/// <summary>The default value, the options and the attributes of a <see cref="DependencyProperty"/>. It does not change.</summary>
public class PropertyMetadata
{
    private readonly Attribute[] _attributes;

    /// <summary>Makes metadata without a default value.</summary>
    public PropertyMetadata()
        : this(null, DependencyPropertyOptions.Default)
    {
    }

    /// <summary>Makes metadata with a default value.</summary>
    /// <param name="defaultValue">The value of objects that have none.</param>
    public PropertyMetadata(object? defaultValue)
        : this(defaultValue, DependencyPropertyOptions.Default)
    {
    }

    /// <summary>Makes metadata with options.</summary>
    /// <param name="options">The options.</param>
    public PropertyMetadata(DependencyPropertyOptions options)
        : this(null, options)
    {
    }

    /// <summary>Makes metadata with attributes.</summary>
    /// <param name="attributes">The attributes.</param>
    public PropertyMetadata(params Attribute[] attributes)
        : this(null, DependencyPropertyOptions.Default, attributes)
    {
    }

    /// <summary>Makes metadata with a default value and attributes.</summary>
    /// <param name="defaultValue">The value of objects that have none.</param>
    /// <param name="attributes">The attributes.</param>
    public PropertyMetadata(object? defaultValue, params Attribute[] attributes)
        : this(defaultValue, DependencyPropertyOptions.Default, attributes)
    {
    }

    /// <summary>Makes metadata with options and attributes.</summary>
    /// <param name="options">The options.</param>
    /// <param name="attributes">The attributes.</param>
    public PropertyMetadata(DependencyPropertyOptions options, params Attribute[] attributes)
        : this(null, options, attributes)
    {
    }

    /// <summary>Makes metadata with a default value, options and attributes.</summary>
    /// <param name="defaultValue">The value of objects that have none.</param>
    /// <param name="options">The options.</param>
    /// <param name="attributes">The attributes.</param>
    public PropertyMetadata(object? defaultValue, DependencyPropertyOptions options, params Attribute[] attributes)
        : this(defaultValue, options, null, null, attributes)
    {
    }

    /// <summary>Makes metadata with a default value, options, overrides and attributes.</summary>
    /// <param name="defaultValue">The value of objects that have none.</param>
    /// <param name="options">The options.</param>
    /// <param name="getValueOverride">Reads the value, or null: the value is stored.</param>
    /// <param name="setValueOverride">Sets the value, or null: the value is stored.</param>
    /// <param name="attributes">The attributes.</param>
    public PropertyMetadata(
        object? defaultValue, DependencyPropertyOptions options, GetValueOverride? getValueOverride, SetValueOverride? setValueOverride, params Attribute[] attributes)
    {
        DefaultValue = defaultValue;
        Options = options;
        GetValueOverride = getValueOverride;
        SetValueOverride = setValueOverride;

        // The compiler takes 'new PropertyMetadata(null)' for an array of attributes.
        _attributes = [.. attributes ?? []];
    }

    /// <summary>The value of objects that have none; null if there is none.</summary>
    public object? DefaultValue { get; }

    /// <summary>The options.</summary>
    public DependencyPropertyOptions Options { get; }

    /// <summary>Reads the value in place of the stored one, or null.</summary>
    public GetValueOverride? GetValueOverride { get; }

    /// <summary>Sets the value in place of storing it, or null.</summary>
    public SetValueOverride? SetValueOverride { get; }

    /// <summary>Whether the value is part of the definition.</summary>
    public bool IsMetaProperty => Has(DependencyPropertyOptions.Metadata);

    /// <summary>Whether the value cannot be set.</summary>
    public bool IsReadOnly => Has(DependencyPropertyOptions.ReadOnly);

    /// <summary>Whether the value is not saved.</summary>
    public bool IsNonSerialized => Has(DependencyPropertyOptions.NonSerialized);

    /// <summary>A copy of the attributes.</summary>
    public Attribute[] GetAttributes() => [.. _attributes];

    internal bool Has(DependencyPropertyOptions option) => (Options & option) != 0;
}
