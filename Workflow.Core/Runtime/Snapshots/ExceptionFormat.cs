using System.Collections;
using System.Reflection;
using System.Runtime.ExceptionServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// An exception: the alias of its type, its message, stack trace as text, inner exceptions, constructor arguments, the fields of classes of the application, and its data.
/// </summary>
internal sealed class ExceptionFormat : ObjectFormat
{
    private const string ExceptionKey = "exception", MessageKey = "message", StackKey = "stack", ResultKey = "result", InnerKey = "inner", InnersKey = "inners",
        ArgumentsKey = "arguments", DataKey = "data", HelpKey = "help", SourceKey = "source";

    public override string Key => ExceptionKey;

    public override bool CanWrite(object value) => value is Exception;

    /// <summary>The indexes of the inner exceptions.</summary>
    public static int[] InnerOf(Entry entry) =>
        entry.TryGet(InnersKey, out Entry inners) ? inners.Int32s()
        : entry.TryGet(InnerKey, out Entry inner) ? [inner.Int32()]
        : [];

    public static SnapshotException TooDeep(Entry entry) => entry.Invalid(
        $"has an exception that contains itself, or whose '{InnerKey}' exceptions are nested more than {SnapshotLimits.ExceptionDepth} levels deep or are more than {SnapshotLimits.ExceptionCount}");

    public override void Write(object value, SnapshotWriter writer)
    {
        Exception exception = (Exception)value;
        ValueOrigin origin = writer.OriginOf(exception);
        try
        {
            WriteMembers(exception, origin, writer);
        }
        catch (Exception failure) when (failure is not SnapshotException)
        {
            // Members of a class of the application run its code, which may throw anything.
            throw origin.CannotSave(exception, $"a member of the exception failed: {ThrownText.Of((failure as TargetInvocationException)?.InnerException ?? failure)}", failure);
        }
    }

    public override object Create(Entry entry, SnapshotReader reader)
    {
        Entry tag = entry.Get(Key);
        if (reader.Values.TypeOf(tag.Text()) is not { } type || !type.IsAssignableTo(typeof(Exception)) || ExceptionFactory.Of(type) is not { CanCreate: true } factory)
        {
            throw tag.Invalid($"is '{tag.Text()}', which is not the alias of a known type of exceptions", "add the type to the TypeRegistry among the extensions of the host");
        }

        string? message = TextOrNull(entry, MessageKey);
        Exception? inner = reader.GetOrNull<Exception>(entry, InnerKey);
        Exception exception = CreateAggregate(type, message, inner, entry, reader) ?? factory.Create(message, inner, ReadArguments(factory, entry, reader));
        exception.HResult = entry.Get(ResultKey).Int32();
        if (entry.TryGet(HelpKey, out Entry help))
        {
            exception.HelpLink = help.Text();
        }

        if (entry.TryGet(SourceKey, out Entry source))
        {
            exception.Source = source.Text();
        }

        if (TextOrNull(entry, StackKey) is { } stack)
        {
            ExceptionDispatchInfo.SetRemoteStackTrace(exception, stack);
        }

        return exception;
    }

    public override void Load(object value, Entry entry, SnapshotReader reader)
    {
        Exception exception = (Exception)value;
        AdditionalMembers.Read(exception, entry, reader);
        if (entry.TryGet(DataKey, out Entry data))
        {
            foreach (Entry encoded in data.Members())
            {
                exception.Data[encoded.Name] = reader.Values.Read(encoded, typeof(object), new ValueOrigin("exception data", encoded.Name, null), isStandalone: true);
            }
        }
    }

    private static void WriteMembers(Exception exception, ValueOrigin origin, SnapshotWriter writer)
    {
        Type type = exception.GetType();
        ExceptionFactory factory = ExceptionFactory.Of(type);
        string tag = writer.Values.TagOf(type) ?? throw origin.CannotSave(exception, "the type has no alias; add it to a TypeRegistry among the extensions of the host");
        if (!factory.CanCreate)
        {
            throw origin.CannotSave(exception, "the type has no public constructor whose parameters are its message, its inner exception or its properties by name; add such a constructor");
        }

        if (factory.ComputesMessage)
        {
            // A load creates the exception from the saved data and computes the message again. If that fails now, it would fail then too.
            _ = exception.Message;
        }

        writer.Json.WriteString(ExceptionKey, tag);
        writer.WriteText(MessageKey, ExceptionFactory.MessageOf(exception), origin);
        writer.WriteText(StackKey, exception.StackTrace, origin);
        writer.Json.WriteNumber(ResultKey, exception.HResult);
        WriteIfAny(HelpKey, ExceptionFactory.HelpOf(exception), origin, writer);
        WriteIfAny(SourceKey, ExceptionFactory.SourceOf(exception), origin, writer);
        WriteInner(exception, origin, writer);
        writer.Json.WriteStartObject(ArgumentsKey);
        foreach (PropertyInfo property in factory.Properties)
        {
            WriteValue(writer, property.Name, property.GetValue(exception), property.PropertyType, origin);
        }

        writer.Json.WriteEndObject();
        AdditionalMembers.Write(exception, writer, origin);
        WriteData(exception, origin, writer);
    }

    private static void WriteInner(Exception exception, ValueOrigin origin, SnapshotWriter writer)
    {
        IReadOnlyList<Exception> inner = exception is AggregateException aggregate ? aggregate.InnerExceptions
            : exception.InnerException is { } only ? [only]
            : [];
        foreach (Exception one in inner)
        {
            writer.RecordOrigin(one, origin);
        }

        writer.WriteReference(InnerKey, exception.InnerException);
        if (exception is AggregateException)
        {
            writer.WriteReferences(InnersKey, inner);
        }

        writer.Exceptions.Add(writer.IndexOf(exception), [.. inner.Select(writer.IndexOf)]);
    }

    /// <summary>An exception of a derived class is created by its constructor and then gets all its inner exceptions.</summary>
    private static Exception? CreateAggregate(Type type, string? message, Exception? inner, Entry entry, SnapshotReader reader)
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

        ExceptionFactory factory = ExceptionFactory.Of(type);
        AggregateException made = (AggregateException)factory.Create(message, inner, ReadArguments(factory, entry, reader));
        ExceptionFactory.SetInnerExceptions(made, all);
        return made;
    }

    private static Dictionary<string, object?> ReadArguments(ExceptionFactory factory, Entry entry, SnapshotReader reader)
    {
        Dictionary<string, object?> arguments = new(StringComparer.Ordinal);
        Entry encodedValues = entry.Get(ArgumentsKey);
        foreach (PropertyInfo property in factory.Properties)
        {
            arguments[property.Name] = reader.Values.Read(encodedValues.Get(property.Name), property.PropertyType, new ValueOrigin("property", property.Name, null), isStandalone: true);
        }

        return arguments;
    }

    private static void WriteData(Exception exception, ValueOrigin origin, SnapshotWriter writer)
    {
        if (exception.Data.Count == 0)
        {
            return;
        }

        writer.Json.WriteStartObject(DataKey);
        foreach (DictionaryEntry one in exception.Data)
        {
            string key = one.Key as string
                ?? throw origin.CannotSave(exception, $"its data has a key of type '{one.Key.GetType()}', but only strings can be saved as keys; use a string");
            WriteValue(writer, key, one.Value, typeof(object), origin);
        }

        writer.Json.WriteEndObject();
    }

    private static void WriteIfAny(string key, string? text, ValueOrigin origin, SnapshotWriter writer)
    {
        if (text is not null)
        {
            writer.WriteText(key, text, origin);
        }
    }

    private static void WriteValue(SnapshotWriter writer, string key, object? value, Type type, ValueOrigin origin) =>
        writer.Values.Write(key, value, type, origin, isStandalone: true);

    private static string? TextOrNull(Entry entry, string key) => entry.Get(key) is { IsNull: false } text ? text.Text() : null;
}
