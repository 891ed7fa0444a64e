using System.Reflection;
using System.Runtime.CompilerServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>How an exception of one type is made again: by the constructor that takes most of what can be saved of it.</summary>
internal sealed class ExceptionShape
{
    /// <summary>Weak, so that types of collectible assemblies can go.</summary>
    private static readonly ConditionalWeakTable<Type, ExceptionShape> Known = [];

    private readonly ConstructorInfo? _constructor;
    private readonly Source[] _sources;

    private ExceptionShape(Type type)
    {
        (_constructor, _sources) = type.GetConstructors()
            .Select(constructor => (Constructor: constructor, Sources: Array.ConvertAll(constructor.GetParameters(), parameter => Source.Of(parameter, type))))
            .Where(candidate => Array.TrueForAll(candidate.Sources, source => source.Kind != SourceKind.Unknown))
            .OrderByDescending(candidate => candidate.Sources.Length)
            .ThenBy(candidate => candidate.Constructor.ToString(), StringComparer.Ordinal)
            .FirstOrDefault();
        _sources ??= [];
        Properties = [.. _sources.Where(source => source.Kind == SourceKind.Property).Select(source => source.Property!).DistinctBy(property => property.Name)];
        MakesItsMessage = !OfSystem.Is(type.GetProperty(nameof(Exception.Message))!.DeclaringType!);
    }

    public bool CanBeMade => _constructor is not null;

    /// <summary>The message is not only what the constructor got: the author's class works it out.</summary>
    public bool MakesItsMessage { get; }

    /// <summary>What the constructor takes beside message and inner exception.</summary>
    public PropertyInfo[] Properties { get; }

    public static ExceptionShape Of(Type type) => Known.GetValue(type, static type => new ExceptionShape(type));

    /// <summary>Gives an exception all that it had inside, of which a constructor may take the first only.</summary>
    public static void SetInner(AggregateException exception, IEnumerable<Exception> inner) => Inners(exception) = [.. inner];

    public static string? MessageOf(Exception exception) => Message(exception);

    public static string? HelpOf(Exception exception) => Help(exception);

    /// <summary>Null when nobody has set it or asked for it: then it is made of the stack trace.</summary>
    public static string? SourceOf(Exception exception) => SourceName(exception);

    public Exception Make(string? message, Exception? inner, IReadOnlyDictionary<string, object?> properties)
    {
        object?[] arguments = Array.ConvertAll(_sources, source => source.Kind switch
        {
            SourceKind.Message => message,
            SourceKind.Inner => inner,
            _ => properties.GetValueOrDefault(source.Property!.Name),
        });
        Exception made = (Exception)_constructor!.Invoke(BindingFlags.DoNotWrapExceptions, null, arguments, null);

        // A type that makes its message itself, or takes no inner exception, gets back what it had.
        Message(made) = message;
        Inner(made) = inner;
        return made;
    }

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
            Type taken = parameter.ParameterType;
            if (taken == typeof(string) && parameter.Name == "message")
            {
                return new Source(SourceKind.Message, null);
            }

            if (taken == typeof(Exception))
            {
                return new Source(SourceKind.Inner, null);
            }

            PropertyInfo? property = type.GetProperty(parameter.Name ?? string.Empty, BindingFlags.Instance | BindingFlags.Public | BindingFlags.IgnoreCase);
            bool isUsable = property is { CanRead: true } && property.PropertyType == taken && (SimpleValues.Handles(taken) || !OfSystem.Is(property.DeclaringType!));
            return isUsable ? new Source(SourceKind.Property, property) : default;
        }
    }
}
