using System.Collections;
using System.Reflection;
using System.Runtime.ExceptionServices;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// An exception: its type by an alias, message, stack trace as text, inner exceptions, what its constructor takes and its properties can be set to, and what of its data
/// is simple.
/// </summary>
internal sealed class ExceptionFormat : ObjectFormat
{
    private const string MessageKey = "message", StackKey = "stack", ResultKey = "result", InnerKey = "inner", InnersKey = "inners", ArgumentsKey = "arguments", DataKey = "data";

    public override string Key => "exception";

    public override bool Takes(object value) => value is Exception;

    public override void Write(object value, SnapshotWriter writer)
    {
        Exception exception = (Exception)value;
        Type type = exception.GetType();
        ExceptionShape shape = ExceptionShape.Of(type);
        SavedPlace place = new("exception", exception.Message, null);
        string tag = writer.Cells.TagOf(type) ?? throw place.CannotSave(exception, "that type has no alias; give it one in a TypeRegistry among the extensions of the host");
        if (!shape.CanBeMade)
        {
            throw place.CannotSave(exception, "that type has no public constructor whose parameters are its message, its inner exception or its properties by name");
        }

        writer.Json.WriteString(Key, tag);
        writer.Json.WriteString(MessageKey, ExceptionShape.MessageOf(exception));
        writer.Json.WriteString(StackKey, exception.StackTrace);
        writer.Json.WriteNumber(ResultKey, exception.HResult);
        writer.Reference(InnerKey, exception.InnerException);
        if (exception is AggregateException aggregate)
        {
            writer.References(InnersKey, aggregate.InnerExceptions);
        }

        writer.Json.WriteStartObject(ArgumentsKey);
        foreach (PropertyInfo property in shape.Properties)
        {
            Cell(writer, property.Name, property.GetValue(exception), property.PropertyType);
        }

        writer.Json.WriteEndObject();
        ContentProperties.Write(exception, writer, null);
        WriteData(exception, writer);
    }

    public override object Create(Entry entry, SnapshotReader reader)
    {
        Entry tag = entry.Get(Key);
        if (reader.Cells.TypeOf(tag.Text()) is not { } type || !type.IsAssignableTo(typeof(Exception)) || ExceptionShape.Of(type) is not { CanBeMade: true } shape)
        {
            throw tag.Wrong($"names '{tag.Text()}', which is no type of exceptions that is known; add it to the TypeRegistry among the extensions of the host");
        }

        string? message = TextOrNull(entry, MessageKey);
        Exception exception = MakeAggregate(type, message, entry, reader)
            ?? shape.Make(message, reader.GetOrNull<Exception>(entry, InnerKey), ReadArguments(shape, entry, reader));
        exception.HResult = entry.Get(ResultKey).Int32();
        if (TextOrNull(entry, StackKey) is { } stack)
        {
            ExceptionDispatchInfo.SetRemoteStackTrace(exception, stack);
        }

        return exception;
    }

    public override void Load(object value, Entry entry, SnapshotReader reader)
    {
        Exception exception = (Exception)value;
        ContentProperties.Read(exception, entry, reader);
        if (entry.TryGet(DataKey, out Entry data))
        {
            foreach (Entry cell in data.Members())
            {
                exception.Data[cell.Name] = reader.Cells.Read(cell, typeof(object), new PlaceOfValue("exception data", cell.Name, null), isAlone: true);
            }
        }
    }

    /// <summary>One of a derived type is made like any other, and has its first inner exception only.</summary>
    private static AggregateException? MakeAggregate(Type type, string? message, Entry entry, SnapshotReader reader) =>
        type == typeof(AggregateException) ? new AggregateException(message, reader.GetAll<Exception>(entry, InnersKey)) : null;

    private static Dictionary<string, object?> ReadArguments(ExceptionShape shape, Entry entry, SnapshotReader reader)
    {
        Dictionary<string, object?> arguments = new(StringComparer.Ordinal);
        Entry cells = entry.Get(ArgumentsKey);
        foreach (PropertyInfo property in shape.Properties)
        {
            arguments[property.Name] = reader.Cells.Read(cells.Get(property.Name), property.PropertyType, new PlaceOfValue("property", property.Name, null), isAlone: true);
        }

        return arguments;
    }

    private static void WriteData(Exception exception, SnapshotWriter writer)
    {
        if (exception.Data.Count == 0)
        {
            return;
        }

        writer.Json.WriteStartObject(DataKey);
        foreach (DictionaryEntry one in exception.Data)
        {
            if (one is { Key: string key, Value: { } held } && SimpleValues.Handles(held.GetType()))
            {
                Cell(writer, key, held, typeof(object));
            }
        }

        writer.Json.WriteEndObject();
    }

    private static void Cell(SnapshotWriter writer, string key, object? value, Type type) =>
        writer.Cells.Write(key, value, type, new PlaceOfValue("property", key, null), isAlone: true);

    private static string? TextOrNull(Entry entry, string key) => entry.Get(key) is { IsNull: false } text ? text.Text() : null;
}
