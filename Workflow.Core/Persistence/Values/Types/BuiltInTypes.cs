using System.Collections;
using System.Collections.Frozen;
using System.Collections.Specialized;
using System.Drawing;
using System.Globalization;
using System.Net;
using System.Numerics;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Security;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>The aliases in every registry. They are part of the saved format, so their meaning must never change.</summary>
internal static class BuiltInTypes
{
    private static readonly (string Alias, Type Type)[] Simple =
    [
        ("bool", typeof(bool)), ("byte", typeof(byte)), ("sbyte", typeof(sbyte)), ("short", typeof(short)), ("ushort", typeof(ushort)),
        ("int", typeof(int)), ("uint", typeof(uint)), ("long", typeof(long)), ("ulong", typeof(ulong)), ("float", typeof(float)),
        ("double", typeof(double)), ("decimal", typeof(decimal)), ("char", typeof(char)), ("string", typeof(string)), ("guid", typeof(Guid)),
        ("datetime", typeof(DateTime)), ("datetimeoffset", typeof(DateTimeOffset)), ("date", typeof(DateOnly)), ("time", typeof(TimeOnly)),
        ("timespan", typeof(TimeSpan)), ("uri", typeof(Uri)), ("version", typeof(Version)), ("half", typeof(Half)), ("int128", typeof(Int128)), ("uint128", typeof(UInt128)),
        ("biginteger", typeof(BigInteger)), ("complex", typeof(Complex)), ("rune", typeof(Rune)), ("index", typeof(Index)), ("range", typeof(Range)), ("color", typeof(Color)),
        ("culture", typeof(CultureInfo)), ("timezone", typeof(TimeZoneInfo)), ("encoding", typeof(Encoding)), ("regex", typeof(Regex)), ("ipaddress", typeof(IPAddress)),
        ("ipendpoint", typeof(IPEndPoint)), ("xname", typeof(XName)), ("xnamespace", typeof(XNamespace)),
    ];

    private static readonly (string Alias, Type Type)[] Others =
    [
        ("object", typeof(object)), ("object[]", typeof(object[])), ("list<object>", typeof(List<object>)),
        ("dictionary<string,object>", typeof(Dictionary<string, object>)), ("dictionary<string,string>", typeof(Dictionary<string, string>)),
        ("dbnull", typeof(DBNull)), ("missing", typeof(Missing)), ("stringbuilder", typeof(StringBuilder)), ("bits", typeof(BitArray)), ("arraylist", typeof(ArrayList)),
        ("hashtable", typeof(Hashtable)), ("queue", typeof(Queue)), ("stack", typeof(Stack)), ("stringcollection", typeof(StringCollection)),
        ("namevalues", typeof(NameValueCollection)), ("jsonelement", typeof(JsonElement)), ("jsondocument", typeof(JsonDocument)), ("jsonobject", typeof(JsonObject)),
        ("jsonarray", typeof(JsonArray)), ("jsonvalue", typeof(JsonValue)), ("xelement", typeof(XElement)), ("xdocument", typeof(XDocument)),
    ];

    private static readonly (string Alias, Type Type)[] Exceptions =
    [
        .. new[]
        {
            typeof(Exception), typeof(AggregateException), typeof(ApplicationException), typeof(ArgumentException), typeof(ArgumentNullException),
            typeof(ArgumentOutOfRangeException), typeof(ArithmeticException), typeof(DivideByZeroException), typeof(FormatException), typeof(IndexOutOfRangeException),
            typeof(InvalidCastException), typeof(InvalidOperationException), typeof(NotImplementedException), typeof(NotSupportedException),
            typeof(NullReferenceException), typeof(ObjectDisposedException), typeof(OperationCanceledException), typeof(OverflowException), typeof(TimeoutException),
            typeof(UnauthorizedAccessException), typeof(TaskCanceledException), typeof(KeyNotFoundException), typeof(System.ComponentModel.InvalidEnumArgumentException),
            typeof(IOException), typeof(FileNotFoundException), typeof(DirectoryNotFoundException), typeof(EndOfStreamException), typeof(InvalidDataException),
            typeof(System.Net.Http.HttpRequestException), typeof(System.Net.Sockets.SocketException), typeof(System.Text.Json.JsonException),
            typeof(SystemException), typeof(ArrayTypeMismatchException), typeof(BadImageFormatException), typeof(CryptographicException), typeof(DataMisalignedException),
            typeof(EntryPointNotFoundException), typeof(DllNotFoundException), typeof(ExternalException), typeof(FileLoadException), typeof(InsufficientMemoryException),
            typeof(InvalidProgramException), typeof(InvalidTimeZoneException), typeof(LockRecursionException), typeof(MissingFieldException), typeof(MissingMemberException),
            typeof(MissingMethodException), typeof(NotFiniteNumberException), typeof(OutOfMemoryException), typeof(PathTooLongException), typeof(PlatformNotSupportedException),
            typeof(RankException), typeof(RegexMatchTimeoutException), typeof(SecurityException), typeof(SemaphoreFullException), typeof(SynchronizationLockException),
            typeof(TargetInvocationException), typeof(TimeZoneNotFoundException), typeof(TypeInitializationException), typeof(TypeLoadException), typeof(UriFormatException),
            typeof(System.ComponentModel.Win32Exception), typeof(System.Xml.XmlException), typeof(CultureNotFoundException),
            typeof(System.Transactions.TransactionException), typeof(System.Transactions.TransactionAbortedException), typeof(System.Transactions.TransactionInDoubtException),
        }.Select(type => (type.Name, type)),
    ];

    public static readonly FrozenDictionary<string, Type> Types = All().ToFrozenDictionary(known => known.Alias, known => known.Type, StringComparer.Ordinal);

    public static readonly FrozenDictionary<Type, string> Aliases = All().ToFrozenDictionary(known => known.Type, known => known.Alias);

    private static IEnumerable<(string Alias, Type Type)> All() =>
    [
        .. Simple,
        .. Others,
        .. Exceptions,
        .. Simple.Select(simple => ($"{simple.Alias}[]", simple.Type.MakeArrayType())),
        .. Simple.Select(simple => ($"list<{simple.Alias}>", typeof(List<>).MakeGenericType(simple.Type))),
    ];
}
