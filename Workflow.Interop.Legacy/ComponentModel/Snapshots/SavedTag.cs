namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The kind of the value that follows in saved state. The numbers are part of the saved format and never change.</summary>
internal enum SavedTag : byte
{
    Null = 0,
    False = 1,
    True = 2,
    Char = 3,
    SByte = 4,
    Byte = 5,
    Int16 = 6,
    UInt16 = 7,
    Int32 = 8,
    UInt32 = 9,
    Int64 = 10,
    UInt64 = 11,
    Single = 12,
    Double = 13,
    Decimal = 14,
    String = 15,
    DateTime = 16,
    DateTimeOffset = 17,
    TimeSpan = 18,
    Guid = 19,
    Enum = 20,
    Struct = 21,
    Uri = 22,
    Version = 23,
    Culture = 24,
    DBNull = 25,
    Type = 26,
    Property = 27,
    Bind = 28,

    /// <summary>An activity, or a part of the definition of an activity, by its number in <see cref="LivePositions"/>.</summary>
    Position = 29,

    /// <summary>An object, by its index in the order of discovery.</summary>
    Object = 30,
    Delegate = 31,

    /// <summary>An exception at its first occurrence.</summary>
    Exception = 32,

    /// <summary>An exception that occurred before, by its index in the order of discovery.</summary>
    KnownException = 33,

    /// <summary>A service of the runtime, by its name.</summary>
    Service = 34,

    /// <summary>A lock owner of the runtime, by its number.</summary>
    LockOwner = 35,
}
