using System.Collections;
using System.Reflection;
using System.Runtime.ExceptionServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// An exception: its type by an alias, message, stack trace as text, inner exceptions, what its constructor takes, the fields of the author's classes, and its data.
/// </summary>
internal sealed class ExceptionFormat : ObjectFormat
{
    private const string ExceptionKey = "exception", MessageKey = "message", StackKey = "stack", ResultKey = "result", InnerKey = "inner", InnersKey = "inners",
        ArgumentsKey = "arguments", DataKey = "data", HelpKey = "help", SourceKey = "source";

    public override string Key => ExceptionKey;

    public override bool Takes(object value) => value is Exception;

    public static bool Is(Entry entry) => entry.FirstKey == ExceptionKey;

    /// <summary>The places of those that are inside.</summary>
    public static int[] InnerOf(Entry entry) =>
        entry.TryGet(InnersKey, out Entry inners) ? [.. inners.Items().Select(inner => inner.Int32())]
        : entry.TryGet(InnerKey, out Entry inner) ? [inner.Int32()]
        : [];

    public static SnapshotException TooDeep(Entry entry) => entry.Wrong(
        $"has an exception that is inside itself, or whose '{InnerKey}' ones are nested more than {SnapshotLimits.ExceptionDepth} deep, or more than {SnapshotLimits.ExceptionParts}");

    public override void Write(object value, SnapshotWriter writer)
    {
        Exception exception = (Exception)value;
        SavedPlace place = writer.PlaceOfFirst(exception);
        try
        {
            WriteMembers(exception, place, writer);
        }
        catch (Exception failure) when (failure is not SnapshotException)
        {
            // Members of an author's class run his code.
            throw place.CannotSave(exception, $"it cannot be looked at: {ThrownText.Of((failure as TargetInvocationException)?.InnerException ?? failure)}", failure);
        }
    }

    public override object Create(Entry entry, SnapshotReader reader)
    {
        Entry tag = entry.Get(Key);
        if (reader.Cells.TypeOf(tag.Text()) is not { } type || !type.IsAssignableTo(typeof(Exception)) || ExceptionShape.Of(type) is not { CanBeMade: true } shape)
        {
            throw tag.Wrong($"names '{tag.Text()}', which is no type of exceptions that is known; add it to the TypeRegistry among the extensions of the host");
        }

        string? message = TextOrNull(entry, MessageKey);
        Exception? inner = reader.GetOrNull<Exception>(entry, InnerKey);
        Exception exception = MakeAggregate(type, message, inner, entry, reader) ?? shape.Make(message, inner, ReadArguments(shape, entry, reader));
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
        ContentMembers.Read(exception, entry, reader);
        if (entry.TryGet(DataKey, out Entry data))
        {
            foreach (Entry cell in data.Members())
            {
                exception.Data[cell.Name] = reader.Cells.Read(cell, typeof(object), new PlaceOfValue("exception data", cell.Name, null), isAlone: true);
            }
        }
    }

    private static void WriteMembers(Exception exception, SavedPlace place, SnapshotWriter writer)
    {
        Type type = exception.GetType();
        ExceptionShape shape = ExceptionShape.Of(type);
        string tag = writer.Cells.TagOf(type) ?? throw place.CannotSave(exception, "that type has no alias; give it one in a TypeRegistry among the extensions of the host");
        if (!shape.CanBeMade)
        {
            throw place.CannotSave(exception, "that type has no public constructor whose parameters are its message, its inner exception or its properties by name");
        }

        if (shape.MakesItsMessage)
        {
            // Made again after a load, from what is saved here: one that cannot be made now could not be then.
            _ = exception.Message;
        }

        writer.Json.WriteString(ExceptionKey, tag);
        writer.Text(MessageKey, ExceptionShape.MessageOf(exception), place);
        writer.Text(StackKey, exception.StackTrace, place);
        writer.Json.WriteNumber(ResultKey, exception.HResult);
        WriteIfAny(HelpKey, ExceptionShape.HelpOf(exception), place, writer);
        WriteIfAny(SourceKey, ExceptionShape.SourceOf(exception), place, writer);
        WriteInner(exception, place, writer);
        writer.Json.WriteStartObject(ArgumentsKey);
        foreach (PropertyInfo property in shape.Properties)
        {
            Cell(writer, property.Name, property.GetValue(exception), property.PropertyType, place);
        }

        writer.Json.WriteEndObject();
        ContentMembers.Write(exception, writer, place);
        WriteData(exception, place, writer);
    }

    private static void WriteInner(Exception exception, SavedPlace place, SnapshotWriter writer)
    {
        IReadOnlyList<Exception> inner = exception is AggregateException aggregate ? aggregate.InnerExceptions
            : exception.InnerException is { } only ? [only]
            : [];
        foreach (Exception one in inner)
        {
            writer.Found(one, new PlaceOfValue(place.What, place.Name, place.Activity));
        }

        writer.Reference(InnerKey, exception.InnerException);
        if (exception is AggregateException)
        {
            writer.References(InnersKey, inner);
        }

        writer.Exceptions.Add(writer.PlaceOf(exception), [.. inner.Select(writer.PlaceOf)]);
    }

    /// <summary>One of a derived class is made like any other, and then gets back all that it had inside.</summary>
    private static Exception? MakeAggregate(Type type, string? message, Exception? inner, Entry entry, SnapshotReader reader)
    {
        if (!type.IsAssignableTo(typeof(AggregateException)))
        {
            return null;
        }

        List<Exception> all = reader.GetAll<Exception>(entry, InnersKey);
        if (!ReferenceEquals(inner, all.FirstOrDefault()))
        {
            throw entry.Wrong($"has another '{InnerKey}' than the first of its '{InnersKey}'");
        }

        if (type == typeof(AggregateException))
        {
            return new AggregateException(message, all);
        }

        ExceptionShape shape = ExceptionShape.Of(type);
        AggregateException made = (AggregateException)shape.Make(message, inner, ReadArguments(shape, entry, reader));
        ExceptionShape.SetInner(made, all);
        return made;
    }

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

    private static void WriteData(Exception exception, SavedPlace place, SnapshotWriter writer)
    {
        if (exception.Data.Count == 0)
        {
            return;
        }

        writer.Json.WriteStartObject(DataKey);
        foreach (DictionaryEntry one in exception.Data)
        {
            string key = one.Key as string
                ?? throw place.CannotSave(exception, $"its data has a key of type '{one.Key.GetType()}', and only texts can be saved as keys; use a text");
            Cell(writer, key, one.Value, typeof(object), place);
        }

        writer.Json.WriteEndObject();
    }

    private static void WriteIfAny(string key, string? text, SavedPlace place, SnapshotWriter writer)
    {
        if (text is not null)
        {
            writer.Text(key, text, place);
        }
    }

    private static void Cell(SnapshotWriter writer, string key, object? value, Type type, SavedPlace place) =>
        writer.Cells.Write(key, value, type, new PlaceOfValue(place.What, place.Name, place.Activity), isAlone: true);

    private static string? TextOrNull(Entry entry, string key) => entry.Get(key) is { IsNull: false } text ? text.Text() : null;
}
