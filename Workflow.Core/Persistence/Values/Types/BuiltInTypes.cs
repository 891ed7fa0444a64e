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

/// <summary>The aliases that every registry contains. They are part of the saved format, so their meaning must never change.</summary>
internal static class BuiltInTypes
{
    /// <summary>Simple types, with arrays and lists of them.</summary>
    private static readonly (string Alias, Type Type)[] Simple =
    [
        .. Of<bool>("bool"), .. Of<byte>("byte"), .. Of<sbyte>("sbyte"), .. Of<short>("short"), .. Of<ushort>("ushort"),
        .. Of<int>("int"), .. Of<uint>("uint"), .. Of<long>("long"), .. Of<ulong>("ulong"), .. Of<float>("float"),
        .. Of<double>("double"), .. Of<decimal>("decimal"), .. Of<char>("char"), .. Of<string>("string"), .. Of<Guid>("guid"),
        .. Of<DateTime>("datetime"), .. Of<DateTimeOffset>("datetimeoffset"), .. Of<DateOnly>("date"), .. Of<TimeOnly>("time"),
        .. Of<TimeSpan>("timespan"), .. Of<Uri>("uri"), .. Of<Version>("version"), .. Of<Half>("half"), .. Of<Int128>("int128"), .. Of<UInt128>("uint128"),
        .. Of<BigInteger>("biginteger"), .. Of<Complex>("complex"), .. Of<Rune>("rune"), .. Of<Index>("index"), .. Of<Range>("range"), .. Of<Color>("color"),
        .. Of<CultureInfo>("culture"), .. Of<TimeZoneInfo>("timezone"), .. Of<Encoding>("encoding"), .. Of<Regex>("regex"), .. Of<IPAddress>("ipaddress"),
        .. Of<IPEndPoint>("ipendpoint"), .. Of<XName>("xname"), .. Of<XNamespace>("xnamespace"),
    ];

    private static readonly (string Alias, Type Type)[] Others =
    [
        ("object", typeof(object)), ("object[]", typeof(object[])), ("list<object>", typeof(List<object>)),
        ("dictionary<string,object>", typeof(Dictionary<string, object>)), ("dictionary<string,string>", typeof(Dictionary<string, string>)),
        ("dbnull", typeof(DBNull)), ("missing", typeof(Missing)), ("stringbuilder", typeof(StringBuilder)), ("bits", typeof(BitArray)),
        ("arraylist", typeof(ArrayList)), ("hashtable", typeof(Hashtable)), ("queue", typeof(Queue)), ("stack", typeof(Stack)),
        ("stringcollection", typeof(StringCollection)), ("namevalues", typeof(NameValueCollection)), ("jsonelement", typeof(JsonElement)),
        ("jsondocument", typeof(JsonDocument)), ("jsonobject", typeof(JsonObject)), ("jsonarray", typeof(JsonArray)), ("jsonvalue", typeof(JsonValue)),
        ("xelement", typeof(XElement)), ("xdocument", typeof(XDocument)),
    ];

    private static readonly (string Alias, Type Type)[] Exceptions =
    [
        .. new[]
        {
            typeof(Exception), typeof(AggregateException), typeof(ApplicationException), typeof(ArgumentException), typeof(ArgumentNullException),
            typeof(ArgumentOutOfRangeException), typeof(ArithmeticException), typeof(DivideByZeroException), typeof(FormatException),
            typeof(IndexOutOfRangeException), typeof(InvalidCastException), typeof(InvalidOperationException), typeof(NotImplementedException),
            typeof(NotSupportedException), typeof(NullReferenceException), typeof(ObjectDisposedException), typeof(OperationCanceledException),
            typeof(OverflowException), typeof(TimeoutException), typeof(UnauthorizedAccessException), typeof(TaskCanceledException),
            typeof(KeyNotFoundException), typeof(System.ComponentModel.InvalidEnumArgumentException), typeof(IOException), typeof(FileNotFoundException),
            typeof(DirectoryNotFoundException), typeof(EndOfStreamException), typeof(InvalidDataException), typeof(System.Net.Http.HttpRequestException),
            typeof(System.Net.Sockets.SocketException), typeof(System.Text.Json.JsonException), typeof(SystemException), typeof(ArrayTypeMismatchException),
            typeof(BadImageFormatException), typeof(CryptographicException), typeof(DataMisalignedException), typeof(EntryPointNotFoundException),
            typeof(DllNotFoundException), typeof(ExternalException), typeof(FileLoadException), typeof(InsufficientMemoryException),
            typeof(InvalidProgramException), typeof(InvalidTimeZoneException), typeof(LockRecursionException), typeof(MissingFieldException),
            typeof(MissingMemberException), typeof(MissingMethodException), typeof(NotFiniteNumberException), typeof(OutOfMemoryException),
            typeof(PathTooLongException), typeof(PlatformNotSupportedException), typeof(RankException), typeof(RegexMatchTimeoutException),
            typeof(SecurityException), typeof(SemaphoreFullException), typeof(SynchronizationLockException), typeof(TargetInvocationException),
            typeof(TimeZoneNotFoundException), typeof(TypeInitializationException), typeof(TypeLoadException), typeof(UriFormatException),
            typeof(System.ComponentModel.Win32Exception), typeof(System.Xml.XmlException), typeof(CultureNotFoundException),
            typeof(System.Transactions.TransactionException), typeof(System.Transactions.TransactionAbortedException),
            typeof(System.Transactions.TransactionInDoubtException),
        }.Select(type => (type.Name, type)),
    ];

    public static readonly FrozenDictionary<string, Type> Types = All().ToFrozenDictionary(known => known.Alias, known => known.Type, StringComparer.Ordinal);

    public static readonly FrozenDictionary<Type, string> Aliases = All().ToFrozenDictionary(known => known.Type, known => known.Alias);

    private static IEnumerable<(string Alias, Type Type)> All() =>
    [
        .. Simple,
        .. Others,
        .. Exceptions,
    ];

    /// <summary>
    /// Returns the aliases of a type, its array and its list. A type parameter is used, because a program compiled with native AOT has no lists of value
    /// types that no code names.
    /// </summary>
    private static IEnumerable<(string Alias, Type Type)> Of<T>(string alias) =>
        [(alias, typeof(T)), ($"{alias}[]", typeof(T[])), ($"list<{alias}>", typeof(List<T>))];
}
