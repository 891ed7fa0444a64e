using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;
using Workflow.Validation;

namespace Workflow;

/// <summary>An activity with a result whose other properties are created at run time instead of being declared in a class (rule 12.6).</summary>
/// <typeparam name="TResult">The type of the result, which the implementation writes through <c>ArgumentReference&lt;TResult&gt;("Result")</c>.</typeparam>
/// <remarks>
/// The implementation reads and writes the arguments by name: <c>ArgumentValue</c>, <c>ArgumentReference</c>. A property that contains an
/// activity or a delegate is imported, as in any activity that composes others (rule 12.7). <see cref="TypeDescriptor"/> returns
/// the properties.
/// </remarks>
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = "Callbacks are looked for among the methods; no descriptor is one.")]
public sealed class DynamicActivity<TResult> : Activity<TResult>, IDynamicActivity, ICustomTypeDescriptor
{
    private readonly DynamicTypeDescriptor _descriptor;

    /// <summary>Creates an activity without properties.</summary>
    public DynamicActivity() => _descriptor = new DynamicTypeDescriptor(this);

    /// <summary>The name of the type that the activity represents; null by default. This name is not the display name (rule 12.6).</summary>
    public string? Name
    {
        get => _descriptor.Name;
        set => _descriptor.Name = value;
    }

    /// <summary>The attributes of the type that the activity represents; empty by default.</summary>
    public Collection<Attribute> Attributes => _descriptor.Attributes;

    /// <summary>The properties by name; empty by default.</summary>
    public KeyedCollection<string, DynamicActivityProperty> Properties => _descriptor.Properties;

    /// <inheritdoc cref="Activity.Constraints"/>
    public new Collection<Constraint> Constraints => base.Constraints;

    /// <inheritdoc cref="Activity.Implementation"/>
    public new Func<Activity>? Implementation
    {
        get => base.Implementation;
        set => base.Implementation = value;
    }

    /// <inheritdoc/>
    protected override void CacheMetadata(ActivityMetadata metadata)
    {
        if (_descriptor.Properties.Check(metadata, reserved: nameof(Result)))
        {
            base.CacheMetadata(metadata);
        }
    }

    AttributeCollection ICustomTypeDescriptor.GetAttributes() => _descriptor.GetAttributes();

    string? ICustomTypeDescriptor.GetClassName() => _descriptor.GetClassName();

    string? ICustomTypeDescriptor.GetComponentName() => _descriptor.GetComponentName();

    [RequiresUnreferencedCode(TrimmingNotes.Descriptors)]
    TypeConverter? ICustomTypeDescriptor.GetConverter() => _descriptor.GetConverter();

    [RequiresUnreferencedCode(TrimmingNotes.Descriptors)]
    EventDescriptor? ICustomTypeDescriptor.GetDefaultEvent() => _descriptor.GetDefaultEvent();

    [RequiresUnreferencedCode(TrimmingNotes.Descriptors)]
    PropertyDescriptor? ICustomTypeDescriptor.GetDefaultProperty() => _descriptor.GetDefaultProperty();

    [RequiresUnreferencedCode(TrimmingNotes.Descriptors)]
    object? ICustomTypeDescriptor.GetEditor(Type editorBaseType) => _descriptor.GetEditor(editorBaseType);

    EventDescriptorCollection ICustomTypeDescriptor.GetEvents() => _descriptor.GetEvents();

    [RequiresUnreferencedCode(TrimmingNotes.Descriptors)]
    EventDescriptorCollection ICustomTypeDescriptor.GetEvents(Attribute[]? attributes) => _descriptor.GetEvents(attributes);

    [RequiresUnreferencedCode(TrimmingNotes.Descriptors)]
    PropertyDescriptorCollection ICustomTypeDescriptor.GetProperties() => _descriptor.GetProperties();

    [RequiresUnreferencedCode(TrimmingNotes.Descriptors)]
    PropertyDescriptorCollection ICustomTypeDescriptor.GetProperties(Attribute[]? attributes) => _descriptor.GetProperties(attributes);

    object? ICustomTypeDescriptor.GetPropertyOwner(PropertyDescriptor? pd) => _descriptor.GetPropertyOwner(pd);
}
