using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The value of a parameter. Bind <see cref="Value"/> with <see cref="DependencyObject.SetBinding"/>, or set it.</summary>
public sealed class WorkflowParameterBinding : DependencyObject
{
    /// <summary>Identifies the dependency property <see cref="ParameterName"/>.</summary>
    public static readonly DependencyProperty ParameterNameProperty = DependencyProperty.Register(
        "ParameterName",
        typeof(string),
        typeof(WorkflowParameterBinding),
        new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>Identifies the dependency property <see cref="Value"/>.</summary>
    public static readonly DependencyProperty ValueProperty = DependencyProperty.Register("Value", typeof(object), typeof(WorkflowParameterBinding));

    /// <summary>Creates a binding without a name.</summary>
    public WorkflowParameterBinding()
    {
    }

    /// <summary>Creates a binding for a parameter.</summary>
    /// <param name="parameterName">The name of the parameter.</param>
    public WorkflowParameterBinding(string parameterName) => SetValue(ParameterNameProperty, parameterName);

    /// <summary>The name of the parameter; '(ReturnValue)' for the return value of a method.</summary>
    public string ParameterName
    {
        get => (string)GetValue(ParameterNameProperty)!;
        set => SetValue(ParameterNameProperty, value);
    }

    /// <summary>The value.</summary>
    public object? Value
    {
        get => GetValue(ValueProperty);
        set => SetValue(ValueProperty, value);
    }
}

/// <summary>The values of parameters, indexed by name.</summary>
[Serializable]
public sealed class WorkflowParameterBindingCollection : KeyedCollection<string, WorkflowParameterBinding>
{
    private readonly Activity? _owner;

    /// <summary>Creates a collection.</summary>
    /// <param name="ownerActivity">The activity that has the parameters. Bindings are resolved from this activity.</param>
    public WorkflowParameterBindingCollection(Activity ownerActivity)
    {
        ArgumentNullException.ThrowIfNull(ownerActivity);
        _owner = ownerActivity;
    }

    private WorkflowParameterBindingCollection()
    {
    }

    /// <summary>Returns the binding of a parameter, or null if there is none.</summary>
    /// <param name="key">The name of the parameter.</param>
    public WorkflowParameterBinding? GetItem(string key) => TryGetValue(key, out WorkflowParameterBinding? found) ? found : null;

    internal void Freeze()
    {
        foreach (WorkflowParameterBinding binding in this)
        {
            binding.Freeze();
        }
    }

    /// <summary>Adds bindings for parameters that have none.</summary>
    internal void Complete(IEnumerable<string> names)
    {
        foreach (string name in names.Where(name => !Contains(name)))
        {
            Add(new WorkflowParameterBinding(name));
        }
    }

    /// <inheritdoc/>
    protected override string GetKeyForItem(WorkflowParameterBinding item)
    {
        ArgumentNullException.ThrowIfNull(item);
        return item.ParameterName;
    }

    /// <inheritdoc/>
    protected override void InsertItem(int index, WorkflowParameterBinding item)
    {
        ArgumentNullException.ThrowIfNull(item);
        base.InsertItem(index, item);
        item.SetParent(_owner);
    }
}
