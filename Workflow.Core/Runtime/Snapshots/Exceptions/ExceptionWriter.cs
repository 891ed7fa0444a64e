using System.Collections;
using System.Data.Common;
using System.Reflection;
using System.Text;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Writes one exception. Parts that cannot be saved are omitted; in this case the name of the original type is written, so that the restored exception states
/// that it is not the original. With <see cref="SnapshotState.RequiresExactExceptions"/>, the save fails instead.
/// </summary>
internal sealed class ExceptionWriter(Exception exception, ValueOrigin origin, SnapshotWriter writer)
{
    /// <summary>The values of the properties that a load restores.</summary>
    private readonly Dictionary<string, object?> _properties = new(StringComparer.Ordinal);

    private bool _isExact = true;

    public void Write()
    {
        Type type = exception.GetType();
        Type restored = RestoredExceptions.TypeFor(type, writer.Values.Tags);
        if (restored != type)
        {
            Lose("the type has no alias; add it to a TypeRegistry among the extensions of the host");
        }

        ExceptionFactory? factory = RestoredExceptions.IsSubstitute(restored) ? null : ExceptionFactory.Of(restored);
        writer.Json.WriteString(ExceptionFormat.ExceptionKey, RestoredExceptions.TagOf(restored, writer.Values.Tags));
        ReadProperties(restored, factory);
        string? message = MessageFor(type, restored, factory);
        writer.Json.WriteString(ExceptionFormat.MessageKey, message);
        writer.Json.WriteString(ExceptionFormat.StackKey, WellFormed(ExceptionFactory.WithoutEnd(Read(() => exception.StackTrace, null))));
        writer.Json.WriteNumber(ExceptionFormat.ResultKey, exception.HResult);
        WriteIfAny(ExceptionFormat.HelpKey, ExceptionFactory.HelpOf(exception));
        WriteIfAny(ExceptionFormat.SourceKey, ExceptionFactory.SourceOf(exception));
        WriteInner(restored);
        writer.Json.WriteStartObject(ExceptionFormat.ArgumentsKey);
        WriteProperties(factory);
        writer.Json.WriteEndObject();
        if (factory is not null)
        {
            AdditionalMembers.WriteWhatCanBe(exception, restored, writer, origin, Lose);
            Compare(factory, message);
        }

        WriteData();
        WriteOriginal(type);
    }

    /// <summary>Returns the message to save. A substitute gets the message that the original computes.</summary>
    private string? MessageFor(Type type, Type restored, ExceptionFactory? factory)
    {
        string? message = ExceptionFactory.MessageOf(exception);
        if (restored != type)
        {
            return WellFormed(Read(() => exception.Message, message));
        }

        if (factory?.ComputesMessage == true)
        {
            // A load creates the exception from the saved data and computes the message again. If that fails now, it would fail then too.
            _ = Read(() => exception.Message, null);
        }
        else if (factory is { MustBeCompared: true }
            && Read(() => factory.Create(message, exception.InnerException, _properties).Message, null) != exception.Message)
        {
            // Some classes of .NET compute the message from data that is not public. An exception with a message of its own does not compute it.
            return WellFormed(exception.Message);
        }

        return WellFormed(message);
    }

    private void WriteInner(Type restored)
    {
        IReadOnlyList<Exception> inner = exception is AggregateException aggregate ? aggregate.InnerExceptions
            : exception.InnerException is { } only ? [only]
            : [];
        foreach (Exception one in inner)
        {
            writer.RecordOrigin(one, origin);
        }

        writer.WriteReference(ExceptionFormat.InnerKey, exception.InnerException);
        if (restored.IsAssignableTo(typeof(AggregateException)))
        {
            writer.WriteReferences(ExceptionFormat.InnersKey, inner);
            writer.Exceptions.Add(writer.IndexOf(exception), [.. inner.Select(writer.IndexOf)]);
        }
        else
        {
            writer.Exceptions.Add(writer.IndexOf(exception), exception.InnerException is { } one ? [writer.IndexOf(one)] : []);
        }
    }

    private void ReadProperties(Type restored, ExceptionFactory? factory)
    {
        foreach (PropertyInfo property in factory?.OwnProperties ?? [])
        {
            ReadProperty(property.Name, () => property.GetMethod!.Invoke(exception, BindingFlags.DoNotWrapExceptions, null, null, null));
        }

        foreach (ExceptionProperty property in factory?.SystemProperties ?? [])
        {
            ReadProperty(property.Name, () => property.ValueOf(exception));
        }

        if (restored == typeof(SubstituteDbException))
        {
            DbException failure = (DbException)exception;
            ReadProperty(nameof(DbException.SqlState), () => failure.SqlState);
            ReadProperty(nameof(DbException.IsTransient), () => failure.IsTransient);
        }
    }

    private void ReadProperty(string name, Func<object?> read)
    {
        try
        {
            // A token that cannot be canceled is not written, because a load gives the exception such a token anyway.
            if (read() is var value and not CancellationToken { CanBeCanceled: false })
            {
                _properties.Add(name, value);
            }
        }
        catch (Exception failure) when (failure is not OutOfMemoryException)
        {
            Lose($"a member of the exception failed: {ThrownText.Of(failure)}", failure);
        }
    }

    private void WriteProperties(ExceptionFactory? factory)
    {
        foreach ((string name, object? value) in _properties.ToArray())
        {
            Type declared = Array.Find(factory?.OwnProperties ?? [], property => property.Name == name)?.PropertyType
                ?? Array.Find(factory?.SystemProperties ?? [], property => property.Name == name)?.Type
                ?? value?.GetType()
                ?? typeof(string);
            if (!TryWrite(name, value, declared))
            {
                _properties.Remove(name);
            }
        }
    }

    /// <summary>Creates the exception as a load does, and compares its properties of .NET classes, because some constructors compute other values.</summary>
    private void Compare(ExceptionFactory factory, string? message)
    {
        if (!factory.MustBeCompared)
        {
            return;
        }

        try
        {
            Exception made = factory.Create(message, exception.InnerException, _properties);
            made.HResult = exception.HResult;
            AdditionalMembers.CopyProperties(exception, made);
            if (made.Message != exception.Message)
            {
                Lose("its message would change");
            }

            if (Array.Find(
                factory.SystemProperties,
                property => _properties.ContainsKey(property.Name) && !Equals(property.ValueOf(made), property.ValueOf(exception))) is { } changed)
            {
                Lose($"its property '{changed.Name}' would change");
            }
        }
        catch (Exception failure) when (failure is not (SnapshotException or OutOfMemoryException))
        {
            Lose($"it cannot be created again: {ThrownText.Of(failure)}", failure);
        }
    }

    private void WriteData()
    {
        IDictionary? data = Read(() => exception.Data, null);
        if (data is null || data.Count == 0)
        {
            return;
        }

        writer.Json.WriteStartObject(ExceptionFormat.DataKey);
        foreach (DictionaryEntry one in data)
        {
            if (one.Key is not string key)
            {
                Lose($"its data has a key of type '{one.Key.GetType()}', but only strings can be saved as keys; use a string");
            }
            else if (!SimpleValues.IsWellFormed(key))
            {
                Lose("its data has a key with half of a surrogate pair, which UTF-8 cannot represent; remove it");
            }
            else if (key != SubstituteException.DataKey)
            {
                TryWrite(key, one.Value, typeof(object));
            }
        }

        writer.Json.WriteEndObject();
    }

    private void WriteOriginal(Type type)
    {
        string? original = Read(() => SubstituteException.OriginalTypeOf(exception), null) ?? (_isExact ? null : type.ToString());
        if (original is not null)
        {
            writer.Json.WriteString(ExceptionFormat.OriginalKey, WellFormed(original));
        }
    }

    private bool TryWrite(string name, object? value, Type type)
    {
        if (writer.TryWriteMember(name, value, type, origin) is not { } failure)
        {
            return true;
        }

        Lose(failure);
        return false;
    }

    private T? Read<T>(Func<T?> read, T? otherwise)
        where T : class
    {
        try
        {
            return read();
        }
        catch (Exception failure) when (failure is not OutOfMemoryException)
        {
            // Members of a class of the application run its code, which may throw anything.
            Lose($"a member of the exception failed: {ThrownText.Of(failure)}", failure);
            return otherwise;
        }
    }

    /// <summary>Replaces halves of surrogate pairs, which cannot be written.</summary>
    private string? WellFormed(string? text)
    {
        if (text is null || SimpleValues.IsWellFormed(text))
        {
            return text;
        }

        Lose("a text of it has half of a surrogate pair, which UTF-8 cannot represent; remove it");
        return Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));
    }

    private void WriteIfAny(string key, string? text)
    {
        if (text is not null)
        {
            writer.Json.WriteString(key, WellFormed(text));
        }
    }

    private void Lose(string why, Exception? failure = null) => Lose(origin.CannotSave(exception, why, failure));

    private void Lose(SnapshotException failure)
    {
        if (writer.State.RequiresExactExceptions)
        {
            throw failure;
        }

        _isExact = false;
    }
}
