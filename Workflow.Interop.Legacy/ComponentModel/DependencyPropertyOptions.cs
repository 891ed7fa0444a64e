namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Specifies how a <see cref="DependencyProperty"/> is stored and who can set it.</summary>
[Flags]
public enum DependencyPropertyOptions : byte
{
    /// <summary>Each instance has its own value.</summary>
    Default = 1,

    /// <summary>The property is read-only: <see cref="DependencyObject.SetValue"/> refuses it unless the metadata has a set override.</summary>
    ReadOnly = 2,

    /// <summary>The value is optional. The runtime does not check this option.</summary>
    Optional = 4,

    /// <summary>The value is part of the definition. It can be set only before the workflow runs.</summary>
    Metadata = 8,

    /// <summary>The value is not saved.</summary>
    NonSerialized = 16,

    /// <summary>The property has a delegate type, but is not an event.</summary>
    DelegateProperty = 32,
}
