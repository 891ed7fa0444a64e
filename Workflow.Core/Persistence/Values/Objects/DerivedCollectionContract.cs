using System.Globalization;
using System.Reflection;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>The contract of an application class that derives from a collection of .NET: its elements, and the fields that the class adds.</summary>
internal sealed class DerivedCollectionContract(ConstructorInfo constructor, CollectionContract collection, SavedMembers members) : ValueContract
{
    /// <summary>The comparer that the parameterless constructor sets.</summary>
    private readonly Lazy<object?> _comparer = new(() => collection.ComparerOf(Make(constructor)));

    public override bool HasMembers => true;

    public override bool IsMadeFirst => true;

    /// <summary>True, because methods of the class run when the collection is filled.</summary>
    public override bool MustBeTried => true;

    public override void Write(object value, ValueWriter writer)
    {
        if (!Comparers.AreSame(collection.ComparerOf(value), _comparer.Value))
        {
            throw new UnsavableValueException(
                value.GetType(), "has another comparer than its constructor without parameters gives it; let that constructor give it");
        }

        writer.Json.WritePropertyName(Reserved.Items);
        collection.WriteItems(value, writer);
        members.Write(value, writer);
    }

    public override object Read(JsonElement json, ValueReader reader, int place)
    {
        object made = Make(constructor);
        reader.Made(place, made);
        collection.Clear(made);
        collection.ReadItems(json.GetProperty(Reserved.Items), made, reader);
        members.Read(json, made, reader, () => Make(constructor));
        return made;
    }

    private static object Make(ConstructorInfo constructor) => constructor.Invoke(BindingFlags.DoNotWrapExceptions, null, null, CultureInfo.InvariantCulture);
}
