namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What follows in the bytes of a clone.</summary>
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

    /// <summary>An object that the clone shares.</summary>
    Link,

    /// <summary>An activity of the tree, by its place.</summary>
    Activity,

    /// <summary>An object that is cloned, by the order in which it was found.</summary>
    Object,

    /// <summary>A delegate with a target in the tree.</summary>
    Delegate,
}
