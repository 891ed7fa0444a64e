namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>How a <see cref="DependencyProperty"/> is stored and who may set it.</summary>
[Flags]
public enum DependencyPropertyOptions : byte
{
    /// <summary>A value of each instance.</summary>
    Default = 1,

    /// <summary>Only the metadata's default value and override give a value.</summary>
    ReadOnly = 2,

    /// <summary>A value is not needed. Nothing checks it.</summary>
    Optional = 4,

    /// <summary>Part of the definition: it can be set only before the workflow runs.</summary>
    Metadata = 8,

    /// <summary>The value is not saved.</summary>
    NonSerialized = 16,

    /// <summary>A property of a delegate type, not an event.</summary>
    DelegateProperty = 32,
}
