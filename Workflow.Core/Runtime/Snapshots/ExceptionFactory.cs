using System.Reflection;
using System.Runtime.CompilerServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Creates exceptions of one type after a load, with the constructor that takes the most data that can be saved.</summary>
internal sealed class ExceptionFactory
{
    /// <summary>Weak, so that collectible assemblies can be unloaded.</summary>
    private static readonly ConditionalWeakTable<Type, ExceptionFactory> Known = [];

    private readonly ConstructorInfo? _constructor;
    private readonly Source[] _sources;

    private ExceptionFactory(Type type)
    {
        (_constructor, _sources) = type.GetConstructors()
            .Select(constructor => (Constructor: constructor, Sources: Array.ConvertAll(constructor.GetParameters(), parameter => Source.Of(parameter, type))))
            .Where(candidate => Array.TrueForAll(candidate.Sources, source => source.Kind != SourceKind.Unknown))
            .OrderByDescending(candidate => candidate.Sources.Length)
            .ThenBy(candidate => candidate.Constructor.ToString(), StringComparer.Ordinal)
            .FirstOrDefault();
        _sources ??= [];
        Properties = [.. _sources.Where(source => source.Kind == SourceKind.Property).Select(source => source.Property!).DistinctBy(property => property.Name)];
        ComputesMessage = !OfSystem.Is(type.GetProperty(nameof(Exception.Message))!.DeclaringType!);
    }

    public bool CanCreate => _constructor is not null;

    /// <summary>The class of the application overrides <see cref="Exception.Message"/>.</summary>
    public bool ComputesMessage { get; }

    /// <summary>The properties whose values the constructor takes, besides the message and the inner exception.</summary>
    public PropertyInfo[] Properties { get; }

    public static ExceptionFactory Of(Type type) => Known.GetValue(type, static type => new ExceptionFactory(type));

    /// <summary>Sets all inner exceptions, because a constructor may take only the first of them.</summary>
    public static void SetInnerExceptions(AggregateException exception, IEnumerable<Exception> inner) => Inners(exception) = [.. inner];

    public static string? MessageOf(Exception exception) => Message(exception);

    public static string? HelpOf(Exception exception) => Help(exception);

    /// <summary>Null when the source was never set or read; reading it computes it from the stack trace.</summary>
    public static string? SourceOf(Exception exception) => SourceName(exception);

    public Exception Create(string? message, Exception? inner, IReadOnlyDictionary<string, object?> properties)
    {
        object?[] arguments = Array.ConvertAll(_sources, source => source.Kind switch
        {
            SourceKind.Message => message,
            SourceKind.Inner => inner,
            _ => properties.GetValueOrDefault(source.Property!.Name),
        });
        Exception created = (Exception)_constructor!.Invoke(BindingFlags.DoNotWrapExceptions, null, arguments, null);

        // A constructor may compute its own message or take no inner exception, so both are set to what was saved.
        Message(created) = message;
        Inner(created) = inner;
        return created;
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
            bool isUsable = property is { CanRead: true } && property.PropertyType == parameterType && (SimpleValues.Handles(parameterType) || !OfSystem.Is(property.DeclaringType!));
            return isUsable ? new Source(SourceKind.Property, property) : default;
        }
    }
}
