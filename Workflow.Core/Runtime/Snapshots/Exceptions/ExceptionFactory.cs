using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Creates exceptions of one type after a load, with the constructor that takes the most data that can be saved, or without a constructor.</summary>
internal sealed class ExceptionFactory
{
    /// <summary>The factories by type. References are weak, so that collectible assemblies can be unloaded.</summary>
    private static readonly ConditionalWeakTable<Type, ExceptionFactory> Known = [];

    /// <summary>The line that the runtime appends to a trace that it did not collect.</summary>
    private static readonly string EndOfTrace = EndOf("x");

    private readonly Type _type;
    private readonly ConstructorInfo? _constructor;
    private readonly Source[] _sources;

    private ExceptionFactory(Type type)
    {
        _type = type;
        (_constructor, _sources) = type.GetConstructors()
            .Select(constructor => (Constructor: constructor, Sources: Array.ConvertAll(constructor.GetParameters(), parameter => Source.Of(parameter, type))))
            .Where(candidate => Array.TrueForAll(candidate.Sources, source => source.Kind != SourceKind.Unknown))
            .OrderByDescending(candidate => candidate.Sources.Length)
            .ThenBy(candidate => candidate.Constructor.ToString(), StringComparer.Ordinal)
            .FirstOrDefault();
        _sources ??= [];
        SystemProperties = ExceptionProperty.Of(type);
        OwnProperties =
        [
            .. _sources.Where(source => source.Kind == SourceKind.Property).Select(source => source.Property!).DistinctBy(property => property.Name)
                .Where(property => !Array.Exists(SystemProperties, known => known.Name == property.Name)),
        ];
        Type messageOf = type.GetProperty(nameof(Exception.Message))!.DeclaringType!;
        ComputesMessage = !OfSystem.Is(messageOf);

        // An aggregate computes its message from the inner exceptions, which it gets after it was created.
        MustBeCompared = !type.IsAssignableTo(typeof(AggregateException))
            && (SystemProperties.Length > 0 || (!ComputesMessage && messageOf != typeof(Exception)));
    }

    /// <summary>True if a class of the application overrides <see cref="Exception.Message"/>.</summary>
    public bool ComputesMessage { get; }

    /// <summary>
    /// True if a class of .NET has properties or computes the message, so that only a comparison shows whether a load restores the exception.
    /// </summary>
    public bool MustBeCompared { get; }

    /// <summary>The properties of the application whose values the constructor takes, and those of .NET that it takes although they have a setter.</summary>
    public PropertyInfo[] OwnProperties { get; }

    /// <summary>The properties of classes of .NET, which are restored in any case.</summary>
    public ExceptionProperty[] SystemProperties { get; }

    public static ExceptionFactory Of(Type type) => Known.GetValue(type, static type => new ExceptionFactory(type));

    /// <summary>Sets all inner exceptions, because a constructor may take only the first of them.</summary>
    public static void SetInnerExceptions(AggregateException exception, IEnumerable<Exception> inner) => Inners(exception) = [.. inner];

    /// <summary>Returns the stack trace without the line that a load appends, so that the trace does not grow with each load.</summary>
    public static string? WithoutEnd(string? trace) => trace?.EndsWith(EndOfTrace, StringComparison.Ordinal) == true ? trace[..^EndOfTrace.Length] : trace;

    public static string? MessageOf(Exception exception) => Message(exception);

    public static string? HelpOf(Exception exception) => Help(exception);

    /// <summary>Returns the source; null if it was never set or read. A read of the property would compute it from the stack trace.</summary>
    public static string? SourceOf(Exception exception) => SourceName(exception);

    /// <param name="message">The message.</param>
    /// <param name="inner">The inner exception.</param>
    /// <param name="properties">The saved values of <see cref="OwnProperties"/> and <see cref="SystemProperties"/>, by name.</param>
    public Exception Create(string? message, Exception? inner, IReadOnlyDictionary<string, object?> properties)
    {
        object?[] arguments = Array.ConvertAll(_sources, source => source.Kind switch
        {
            SourceKind.Message => message,
            SourceKind.Inner => inner,
            _ => properties.GetValueOrDefault(source.Property!.Name),
        });
        Exception created = Construct(arguments) ?? Empty(message, inner);

        // A constructor may compute its own message or take no inner exception, so both are set to what was saved.
        Message(created) = message;
        Inner(created) = inner;
        foreach (ExceptionProperty property in SystemProperties)
        {
            if (properties.TryGetValue(property.Name, out object? value))
            {
                property.Restore(created, value);
            }
        }

        return created;
    }

    private static string EndOf(string trace) =>
        ExceptionDispatchInfo.SetRemoteStackTrace(new InvalidOperationException(), trace).StackTrace is { } ended
        && ended.StartsWith(trace, StringComparison.Ordinal)
        && ended.Length > trace.Length
            ? ended[trace.Length..]
            : "\0";

    private Exception? Construct(object?[] arguments)
    {
        try
        {
            return (Exception?)_constructor?.Invoke(BindingFlags.DoNotWrapExceptions, null, arguments, null);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A constructor of the application may refuse values that an exception can get after its creation.
            return null;
        }
    }

    /// <summary>Creates an exception whose own fields are not set; they are read afterwards.</summary>
    private Exception Empty(string? message, Exception? inner)
    {
        Exception created = (Exception)RuntimeHelpers.GetUninitializedObject(_type);
        Initialize(created, message, inner);
        if (created is AggregateException aggregate)
        {
            Inners(aggregate) = [];
        }

        return created;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    private static extern void Initialize(Exception exception, string? message, Exception? inner);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_message")]
    private static extern ref string? Message(Exception exception);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_helpURL")]
    private static extern ref string? Help(Exception exception);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_source")]
    private static extern ref string? SourceName(Exception exception);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_innerException")]
    private static extern ref Exception? Inner(Exception exception);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_innerExceptions")]
    private static extern ref Exception[] Inners(AggregateException exception);

    private enum SourceKind
    {
        Unknown,
        Message,
        Inner,
        Property,
    }

    private readonly record struct Source(SourceKind Kind, PropertyInfo? Property)
    {
        public static Source Of(ParameterInfo parameter, Type type)
        {
            Type parameterType = parameter.ParameterType;
            if (parameterType == typeof(string) && parameter.Name == "message")
            {
                return new Source(SourceKind.Message, null);
            }

            if (parameterType == typeof(Exception))
            {
                return new Source(SourceKind.Inner, null);
            }

            PropertyInfo? property = type.GetProperty(parameter.Name ?? string.Empty, BindingFlags.Instance | BindingFlags.Public | BindingFlags.IgnoreCase);
            bool isUsable = property is { CanRead: true } && property.PropertyType == parameterType
                && (SimpleValues.Handles(parameterType) || parameterType == typeof(object) || !OfSystem.Is(property.DeclaringType!));
            return isUsable ? new Source(SourceKind.Property, property) : default;
        }
    }
}
