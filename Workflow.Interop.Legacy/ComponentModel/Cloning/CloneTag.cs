namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The kind of the value that follows in the bytes of a clone.</summary>
internal enum CloneTag : byte
{
    Null,
    Boolean,
    Char,
    SByte,
    Byte,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Single,
    Double,
    Decimal,
    String,
    DateTime,
    DateTimeOffset,
    TimeSpan,
    Guid,
    Enum,
    Struct,

    /// <summary>A reference to an object that the clone shares.</summary>
    Link,

    /// <summary>A reference to an activity of the cloned tree, by its index.</summary>
    Activity,

    /// <summary>A reference to a cloned object, by its index in the order of discovery.</summary>
    Object,

    /// <summary>A delegate whose target is an activity of the cloned tree.</summary>
    Delegate,
}
