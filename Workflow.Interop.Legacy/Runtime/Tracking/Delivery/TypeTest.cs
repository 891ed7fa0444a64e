namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Compares types with the type that a location names. Immutable.</summary>
internal sealed class TypeTest
{
    private readonly Type? _type;
    private readonly string? _name;
    private readonly bool _matchesDerived;

    public TypeTest(Type? type, string? name, bool matchesDerived, string role)
    {
        if (type is null && string.IsNullOrEmpty(name))
        {
            throw new InvalidOperationException($"A tracking location has no type of {role}; set a type or the name of a type.");
        }

        (_type, _name, _matchesDerived) = (type, name, matchesDerived);
    }

    public bool Matches(Type type)
    {
        if (_type is not null)
        {
            return _matchesDerived ? _type.IsAssignableFrom(type) : _type == type;
        }

        if (!_matchesDerived)
        {
            return IsNamed(type);
        }

        for (Type? current = type; current is not null; current = current.BaseType)
        {
            if (IsNamed(current))
            {
                return true;
            }
        }

        return Array.Exists(type.GetInterfaces(), IsNamed);
    }

    private bool IsNamed(Type type) => type.Name == _name || type.FullName == _name;
}
