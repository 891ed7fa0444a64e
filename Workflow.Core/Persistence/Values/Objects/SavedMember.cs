using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>
/// A field of an object of the application. Fields, not properties, are the state of an object, independent of its constructors and accessors.
/// </summary>
internal sealed class SavedMember
{
    private readonly FieldInfo _field;
    private readonly ContractSet _contracts;
    private readonly JsonEncodedText _encoded;
    private readonly ConverterContract? _own;
    private ValueContract? _declared;

    private SavedMember(FieldInfo field, string name, ConverterContract? own, ContractSet contracts)
    {
        _field = field;
        _own = own;
        _contracts = contracts;
        Name = name;
        _encoded = JsonEncodedText.Encode(Reserved.Escape(name), StrictEncoder.Instance);
    }

    /// <summary>The name of the field, or of the property if the field is its backing field; or the name that the application gave the member.</summary>
    public string Name { get; }

    /// <summary>Creates the member for a field; null for a field that the application excludes.</summary>
    public static SavedMember? Of(FieldInfo field, HashSet<string> names, ContractSet contracts)
    {
        if (IsKeptOut(field))
        {
            return null;
        }

        MemberInfo[] declarations = DeclarationsOf(field);
        string name = declarations.Select(member => member.GetCustomAttribute<JsonPropertyNameAttribute>()?.Name).FirstOrDefault(given => given is not null)
            ?? PlainName(field);
        while (!names.Add(name))
        {
            name = $"{field.DeclaringType!.Name}.{name}";
        }

        return new SavedMember(field, name, OwnConverter(field, declarations, contracts), contracts);
    }

    /// <summary>Returns true if the application excludes the field.</summary>
    public static bool IsKeptOut(FieldInfo field) =>
        field.IsDefined(typeof(NonSerializedAttribute), inherit: false)
        || Array.Exists(DeclarationsOf(field), member => member.GetCustomAttribute<JsonIgnoreAttribute>() is { Condition: JsonIgnoreCondition.Always });

    public void Write(object owner, ValueWriter writer)
    {
        object? value = _field.GetValue(owner);
        writer.Json.WritePropertyName(_encoded);
        try
        {
            if (value is not null && _own is not null)
            {
                writer.Write(value, _own);
            }
            else if (value is not null
                && _field.FieldType.IsSealed
                && _field.FieldType == value.GetType()
                && (_declared ??= _contracts.Of(_field.FieldType)) is var declared and not WorkflowContract)
            {
                writer.Write(value, declared);
            }
            else
            {
                writer.Write(value, _field.FieldType);
            }
        }
        catch (UnsavableValueException failure) when (failure.IsHandledAt($".{Name}"))
        {
            throw;
        }
    }

    public void Read(JsonElement json, object owner, ValueReader reader)
    {
        object? value = _own is null ? reader.Read(json, _field.FieldType) : json.ValueKind == JsonValueKind.Null ? null : ReadOwn(json, _own, reader);
        if (value is null && _field.FieldType.IsValueType && Nullable.GetUnderlyingType(_field.FieldType) is null)
        {
            throw new JsonException($"The member '{Name}' has no value.");
        }

        _field.SetValue(owner, value);
    }

    /// <summary>Copies the value of the field from another object.</summary>
    public void Copy(object from, object owner) => _field.SetValue(owner, _field.GetValue(from));

    private static object? ReadOwn(JsonElement json, ConverterContract own, ValueReader reader) =>
        json.TryGetProperty(Reserved.Same, out _) ? reader.Read(json, typeof(object)) : reader.Read(json, own);

    private static MemberInfo[] DeclarationsOf(FieldInfo field) => PropertyOf(field) is { } property ? [field, property] : [field];

    private static PropertyInfo? PropertyOf(FieldInfo field) =>
        PlainName(field) is { } name && name != field.Name
            ? field.DeclaringType!.GetProperty(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
            : null;

    /// <summary>
    /// Returns the name of the property or captured parameter to which a compiler-generated field belongs, or the name of any other field. The compiler
    /// names such a field &lt;Name&gt;k__BackingField or similarly.
    /// </summary>
    private static string PlainName(FieldInfo field) =>
        field.Name.StartsWith('<') && field.Name.IndexOf('>', StringComparison.Ordinal) is var end and > 1 ? field.Name[1..end] : field.Name;

    private static ConverterContract? OwnConverter(FieldInfo field, MemberInfo[] declarations, ContractSet contracts)
    {
        JsonConverterAttribute? attribute = Array
            .ConvertAll(declarations, member => member.GetCustomAttribute<JsonConverterAttribute>())
            .FirstOrDefault(found => found is not null);
        if (attribute is null || !contracts.UsesConverters)
        {
            return null;
        }

        JsonConverter? converter = attribute.CreateConverter(field.FieldType) ?? (JsonConverter?)Activator.CreateInstance(attribute.ConverterType!);
        JsonSerializerOptions options = new(contracts.Options);
        options.Converters.Insert(0, converter!);
        return new ConverterContract(field.FieldType, options);
    }
}
