using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>An object of an author's class or struct, by all of its fields. It is made again without a constructor.</summary>
/// <remarks>
/// A field that the saved data does not have, because it is new or is kept out, gets what the constructor without parameters gives it, if there is one.
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

    /// <summary>Only then does a constructor of the author's have its say.</summary>
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
