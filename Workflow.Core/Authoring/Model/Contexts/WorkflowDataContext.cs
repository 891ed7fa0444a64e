using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow;

/// <summary>
/// The values that are visible to an activity in its run, as properties by name: its public variables and those of the outer scopes, arguments and
/// implementation variables of the activity whose implementation contains it, arguments of the delegate that it handles, and symbols of the host. The
/// innermost value with a name hides the others. Values without a name are omitted.
/// </summary>
/// <remarks>
/// The values are live: a descriptor reads and writes the location itself. The object is usable as long as the context that created it, on the same
/// thread. An expression of an argument does not see the variables of its own activity (rule 4.8).
/// </remarks>
public sealed class WorkflowDataContext : CustomTypeDescriptor, INotifyPropertyChanged, IDisposable
{
    private readonly PropertyDescriptorCollection _properties;
    private ActivityContext? _context;

    internal WorkflowDataContext(ActivityContext context, LocationReferenceEnvironment scope)
    {
        _context = context;
        _properties = new PropertyDescriptorCollection(
            [.. Visible(context.Instance, scope).Select(reference => new Property(this, reference))], readOnly: true);
    }

    /// <summary>Raised after a value was written through a property of this object. Other writes do not raise it.</summary>
    public event PropertyChangedEventHandler? PropertyChanged;

    /// <summary>Makes the object unusable before its context ends.</summary>
    public void Dispose()
    {
        _context = null;
        PropertyChanged = null;
    }

    /// <summary>Returns the properties, the innermost scope first. After the context has ended, they throw <see cref="ObjectDisposedException"/>.</summary>
    /// <returns>A read-only collection.</returns>
    [RequiresUnreferencedCode(TrimmingNotes.Descriptors)]
    public override PropertyDescriptorCollection GetProperties() => _properties;

    private static List<LocationReference> Visible(ActivityInstance instance, LocationReferenceEnvironment scope)
    {
        bool fillsArguments = instance.FillsArguments;
        HashSet<string> names = new(StringComparer.Ordinal);
        List<LocationReference> visible = [];
        for (LocationReferenceEnvironment? around = scope; around is not null; around = around.Parent)
        {
            foreach (LocationReference reference in around.GetLocationReferences())
            {
                bool isHidden = fillsArguments && reference is Variable && ReferenceEquals(reference.Owner, instance.Activity);
                if (!isHidden && !string.IsNullOrEmpty(reference.Name) && names.Add(reference.Name))
                {
                    visible.Add(reference);
                }
            }
        }

        return visible;
    }

    private ActivityContext OpenContext()
    {
        ObjectDisposedException.ThrowIf(_context is null, this);
        _context.ThrowIfDisposed();
        return _context;
    }

    private void OnWritten(string name) => PropertyChanged?.Invoke(this, new PropertyChangedEventArgs(name));

    private sealed class Property(WorkflowDataContext owner, LocationReference reference) : PropertyDescriptor(reference.Name!, [])
    {
        public override Type ComponentType => typeof(WorkflowDataContext);

        public override bool IsReadOnly => reference is Variable { IsFixed: true };

        public override Type PropertyType => reference.Type;

        public override bool CanResetValue(object component) => false;

        public override object? GetValue(object? component) => owner.OpenContext().VisibleLocationOf(reference).Value;

        public override void SetValue(object? component, object? value)
        {
            owner.OpenContext().VisibleWritableLocationOf(reference).Value = value;
            owner.OnWritten(Name);
        }

        public override void ResetValue(object component) => throw new NotSupportedException($"'{Name}' cannot be reset; set a value.");

        public override bool ShouldSerializeValue(object component) => true;
    }
}
