using System.Reflection;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>The saved fields of an application type.</summary>
internal sealed class SavedMembers
{
    private readonly SavedMember[] _members;
    private readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);

    public SavedMembers(FieldInfo[] fields, ContractSet contracts)
    {
        // From the derived class to the base class, so that a hidden field gets the longer name.
        HashSet<string> names = new(StringComparer.Ordinal);
        _members = [.. fields.Reverse().Select(field => SavedMember.Of(field, names, contracts)).OfType<SavedMember>().Reverse()];
        AreSomeKeptOut = _members.Length < fields.Length;
        for (int i = 0; i < _members.Length; i++)
        {
            _places.Add(Reserved.Escape(_members[i].Name), i);
        }
    }

    public bool AreSomeKeptOut { get; }

    public void Write(object owner, ValueWriter writer)
    {
        foreach (SavedMember member in _members)
        {
            member.Write(owner, writer);
        }
    }

    /// <summary>Reads the members in the order in which they were written, which differs from the order of the fields if the class has changed.</summary>
    /// <param name="json">The members.</param>
    /// <param name="owner">The object.</param>
    /// <param name="reader">The reader for the values of the members.</param>
    /// <param name="make">Creates an object with the values for missing members.</param>
    public void Read(JsonElement json, object owner, ValueReader reader, Func<object> make)
    {
        int read = 0;
        bool[] isRead = new bool[_members.Length];
        foreach (JsonProperty property in json.EnumerateObject())
        {
            if (_places.TryGetValue(property.Name, out int place))
            {
                _members[place].Read(property.Value, owner, reader);
                isRead[place] = true;
                read++;
            }
            else
            {
                reader.Skipped(property.Value);
            }
        }

        if (read < _members.Length)
        {
            object whole = make();
            foreach (int place in Enumerable.Range(0, _members.Length).Where(place => !isRead[place]))
            {
                _members[place].Copy(whole, owner);
            }
        }
    }
}
