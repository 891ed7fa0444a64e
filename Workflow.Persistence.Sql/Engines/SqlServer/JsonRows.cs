using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Workflow.Persistence.Sql;

/// <summary>Writes rows as a JSON array of objects. The values need no escaping; null values are omitted. Not thread-safe.</summary>
internal sealed class JsonRows : IDisposable
{
    private readonly MemoryStream _bytes = new();
    private readonly Utf8JsonWriter _json;

    public JsonRows()
    {
        _json = new Utf8JsonWriter(_bytes);
        _json.WriteStartArray();
    }

    public JsonRows Begin()
    {
        _json.WriteStartObject();
        return this;
    }

    public JsonRows Set(string name, long? value)
    {
        if (value is { } number)
        {
            _json.WriteNumber(name, number);
        }

        return this;
    }

    public JsonRows Set(string name, double? value)
    {
        if (value is { } number)
        {
            _json.WriteNumber(name, number);
        }

        return this;
    }

    public JsonRows Set(string name, bool? value)
    {
        if (value is { } flag)
        {
            _json.WriteBoolean(name, flag);
        }

        return this;
    }

    public JsonRows Set(string name, Guid? value)
    {
        if (value is { } id)
        {
            _json.WriteString(name, id);
        }

        return this;
    }

    public JsonRows Set(string name, DateTime? value)
    {
        if (value is { } time)
        {
            _json.WriteString(name, time.ToString("yyyy-MM-ddTHH:mm:ss.ffffff", CultureInfo.InvariantCulture));
        }

        return this;
    }

    public void End() => _json.WriteEndObject();

    /// <summary>Ends the array and returns it.</summary>
    public string ToJson()
    {
        _json.WriteEndArray();
        _json.Flush();
        return Encoding.UTF8.GetString(_bytes.GetBuffer(), 0, (int)_bytes.Length);
    }

    public void Dispose()
    {
        _json.Dispose();
        _bytes.Dispose();
    }
}
