namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What follows in saved state. The numbers are part of the saved form: they never change.</summary>
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

    /// <summary>An activity, or a part of the definition of one, by its place.</summary>
    Place = 29,

    /// <summary>An object, by the order in which it was found.</summary>
    Object = 30,
    Delegate = 31,

    /// <summary>An exception that was not found before.</summary>
    Exception = 32,

    /// <summary>An exception, by the order in which it was found.</summary>
    KnownException = 33,

    /// <summary>A service of the runtime, by its type.</summary>
    Service = 34,

    /// <summary>A part of the runtime that holds locks, by its number.</summary>
    LockOwner = 35,
}
