using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>The contract of an application class or struct. An object is saved with all its fields, and created without a constructor.</summary>
/// <remarks>
/// A field that is missing in the saved data, because it is new or excluded, gets the value that the parameterless constructor sets, if there is one.
/// </remarks>
internal sealed class ObjectContract : ValueContract
{
    private readonly Type _type;
    private readonly SavedMembers _members;
    private readonly ConstructorInfo? _constructor;

    public ObjectContract(Type type, SavedMembers members)
    {
        _type = type;
        _members = members;
        _constructor = type.GetConstructor(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, []);
    }

    public override bool HasIdentity => !_type.IsValueType;

    public override bool HasMembers => true;

    public override bool IsMadeFirst => true;

    /// <summary>
    /// True if members are excluded and there is a parameterless constructor: only then does a constructor of the application run at each load.
    /// </summary>
    public override bool MustBeTried => _members.AreSomeKeptOut && _constructor is not null;

    public override void Write(object value, ValueWriter writer)
    {
        (value as IJsonOnSerializing)?.OnSerializing();
        _members.Write(value, writer);
        (value as IJsonOnSerialized)?.OnSerialized();
    }

    public override object Read(JsonElement json, ValueReader reader, int place)
    {
        object made = _members.AreSomeKeptOut ? Make() : RuntimeHelpers.GetUninitializedObject(_type);
        reader.Made(place, made);
        (made as IJsonOnDeserializing)?.OnDeserializing();
        _members.Read(json, made, reader, Make);
        (made as IJsonOnDeserialized)?.OnDeserialized();
        return made;
    }

    private object Make() => _constructor is null
        ? RuntimeHelpers.GetUninitializedObject(_type)
        : _constructor.Invoke(BindingFlags.DoNotWrapExceptions, null, null, CultureInfo.InvariantCulture);
}
