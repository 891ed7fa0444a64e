using System.Reflection;
using System.Runtime.ExceptionServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// An exception: the alias of its type, its message, stack trace as text, inner exceptions, properties, the fields of classes of the application, its data, and
/// the name of its type if a load cannot restore it exactly.
/// </summary>
internal sealed class ExceptionFormat : ObjectFormat
{
    public const string ExceptionKey = "exception", MessageKey = "message", StackKey = "stack", ResultKey = "result", InnerKey = "inner", InnersKey = "inners",
        ArgumentsKey = "arguments", DataKey = "data", HelpKey = "help", SourceKey = "source", OriginalKey = "original";

    public override string Key => ExceptionKey;

    public override bool CanWrite(object value) => value is Exception;

    public override int[] InnerOf(SnapshotNode entry) =>
        entry.TryGet(InnersKey, out SnapshotNode inners) ? inners.Int32s()
        : entry.TryGet(InnerKey, out SnapshotNode inner) ? [inner.Int32()]
        : [];

    public override void Write(object value, SnapshotWriter writer) => new ExceptionWriter((Exception)value, writer.OriginOf(value), writer).Write();

    public override object Create(SnapshotNode entry, SnapshotReader reader)
    {
        SnapshotNode tag = entry.Get(Key);
        Type type = RestoredExceptions.TypeOf(tag.Text(), reader.Values.Tags)
            ?? throw tag.Invalid(
                $"is '{tag.Text()}', which is not the alias of a known type of exceptions",
                "add the type to the TypeRegistry among the extensions of the host");
        string? message = TextOrNull(entry, MessageKey);
        Exception? inner = reader.GetOrNull<Exception>(entry, InnerKey);
        Exception exception = CreateSubstitute(type, message, inner, entry, reader)
            ?? CreateAggregate(type, message, inner, entry, reader)
            ?? CreateOther(type, message, inner, entry, reader);
        exception.HResult = entry.Get(ResultKey).Int32();
        if (entry.TryGet(HelpKey, out SnapshotNode help))
        {
            exception.HelpLink = help.Text();
        }

        if (entry.TryGet(SourceKey, out SnapshotNode source))
        {
            exception.Source = source.Text();
        }

        if (TextOrNull(entry, StackKey) is { } stack)
        {
            ExceptionDispatchInfo.SetRemoteStackTrace(exception, stack);
        }

        return exception;
    }

    public override void Load(object value, SnapshotNode entry, SnapshotReader reader)
    {
        Exception exception = (Exception)value;
        AdditionalMembers.Read(exception, entry, reader);
        if (entry.TryGet(DataKey, out SnapshotNode data))
        {
            foreach (SnapshotNode encoded in data.Members())
            {
                exception.Data[encoded.Name] = reader.Values.Read(
                    encoded, typeof(object), new ValueOrigin("exception data", encoded.Name, null), isStandalone: true);
            }
        }

        if (!RestoredExceptions.IsSubstitute(exception.GetType()) && entry.TryGet(OriginalKey, out SnapshotNode original))
        {
            exception.Data[SubstituteException.DataKey] = original.Text();
        }
    }

    private static Exception? CreateSubstitute(Type type, string? message, Exception? inner, SnapshotNode entry, SnapshotReader reader)
    {
        if (!RestoredExceptions.IsSubstitute(type))
        {
            return null;
        }

        string original = entry.Get(OriginalKey).Text();
        if (type == typeof(SubstituteException))
        {
            return new SubstituteException(message, original, inner);
        }

        SnapshotNode properties = entry.Get(ArgumentsKey);
        string? state = (string?)ReadProperty(nameof(SubstituteDbException.SqlState), typeof(string), properties, reader);
        bool isTransient = ReadProperty(nameof(SubstituteDbException.IsTransient), typeof(bool), properties, reader) is true;
        return new SubstituteDbException(message, original, inner, state, isTransient);
    }

    /// <summary>Creates an aggregate. An exception of a derived class is created by its constructor, and then gets all its inner exceptions.</summary>
    private static Exception? CreateAggregate(Type type, string? message, Exception? inner, SnapshotNode entry, SnapshotReader reader)
    {
        if (!type.IsAssignableTo(typeof(AggregateException)))
        {
            return null;
        }

        List<Exception> all = reader.GetAll<Exception>(entry, InnersKey);
        if (!ReferenceEquals(inner, all.FirstOrDefault()))
        {
            throw entry.Invalid($"has an '{InnerKey}' that is not the first of its '{InnersKey}'");
        }

        if (type == typeof(AggregateException))
        {
            return new AggregateException(message, all);
        }

        AggregateException made = (AggregateException)CreateOther(type, message, inner, entry, reader);
        ExceptionFactory.SetInnerExceptions(made, all);
        return made;
    }

    private static Exception CreateOther(Type type, string? message, Exception? inner, SnapshotNode entry, SnapshotReader reader)
    {
        ExceptionFactory factory = ExceptionFactory.Of(type);
        Dictionary<string, object?> properties = new(StringComparer.Ordinal);
        SnapshotNode saved = entry.Get(ArgumentsKey);
        foreach (PropertyInfo property in factory.OwnProperties)
        {
            Read(property.Name, property.PropertyType);
        }

        foreach (ExceptionProperty property in factory.SystemProperties)
        {
            Read(property.Name, property.Type);
        }

        return factory.Create(message, inner, properties);

        void Read(string name, Type declared)
        {
            if (saved.TryGet(name, out _))
            {
                properties[name] = ReadProperty(name, declared, saved, reader);
            }
        }
    }

    private static object? ReadProperty(string name, Type type, SnapshotNode properties, SnapshotReader reader) =>
        properties.TryGet(name, out SnapshotNode encoded) ? reader.Values.Read(encoded, type, new ValueOrigin("property", name, null), isStandalone: true) : null;

    private static string? TextOrNull(SnapshotNode entry, string key) => entry.Get(key) is { IsNull: false } text ? text.Text() : null;
}
