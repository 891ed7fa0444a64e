namespace Workflow;

/// <summary>What an activity may refer to at definition time: the places of the scopes around it (rule 4.8).</summary>
public abstract class LocationReferenceEnvironment
{
    /// <summary>Initializes the base of an environment.</summary>
    protected LocationReferenceEnvironment()
    {
    }

    /// <summary>The root of the definition.</summary>
    public abstract Activity? Root { get; }

    /// <summary>The environment around this one; null for the outermost.</summary>
    public LocationReferenceEnvironment? Parent { get; protected set; }

    /// <summary>Whether the reference can be used from here.</summary>
    /// <param name="locationReference">The reference.</param>
    /// <returns>True for the places of this environment and of those around it.</returns>
    public abstract bool IsVisible(LocationReference locationReference);

    /// <summary>Finds a reference by name, the innermost first.</summary>
    /// <param name="name">The name.</param>
    /// <param name="result">The reference.</param>
    /// <returns>Whether there is one.</returns>
    public abstract bool TryGetLocationReference(string name, out LocationReference? result);

    /// <summary>The places that this environment itself adds.</summary>
    /// <returns>The references.</returns>
    public abstract IEnumerable<LocationReference> GetLocationReferences();
}

/// <summary>The places that one activity adds for those it declares.</summary>
internal sealed class DeclaredScope : LocationReferenceEnvironment
{
    private readonly Activity _root;
    private readonly LocationReference[] _references;

    public DeclaredScope(Activity root, LocationReferenceEnvironment? parent, LocationReference[] references)
    {
        _root = root;
        _references = references;
        Parent = parent;
    }

    public override Activity Root => _root;

    public override bool IsVisible(LocationReference locationReference) =>
        Array.IndexOf(_references, locationReference) >= 0 || Parent?.IsVisible(locationReference) == true;

    public override bool TryGetLocationReference(string name, out LocationReference? result)
    {
        result = Array.Find(_references, reference => reference.Name == name);
        return result is not null || Parent?.TryGetLocationReference(name, out result) == true;
    }

    public override IEnumerable<LocationReference> GetLocationReferences() => _references;

    /// <summary>The argument of that name in this scope or the nearest one around it that has it.</summary>
    public RuntimeArgument? FindArgument(string? name)
    {
        RuntimeArgument? found = Array.Find(_references, reference => reference is RuntimeArgument && reference.Name == name) as RuntimeArgument;
        return found ?? (Parent as DeclaredScope)?.FindArgument(name);
    }
}
