namespace Workflow;

/// <summary>The locations of outer scopes to which an activity can refer in a definition (rule 4.8).</summary>
public abstract class LocationReferenceEnvironment
{
    /// <summary>Initializes an environment.</summary>
    protected LocationReferenceEnvironment()
    {
    }

    /// <summary>The root of the definition.</summary>
    public abstract Activity? Root { get; }

    /// <summary>The outer environment; null for the outermost environment.</summary>
    public LocationReferenceEnvironment? Parent { get; protected set; }

    /// <summary>Determines whether a reference is visible here.</summary>
    /// <param name="locationReference">The reference.</param>
    /// <returns>True for the locations of this environment and of outer environments.</returns>
    public abstract bool IsVisible(LocationReference locationReference);

    /// <summary>Finds a reference by name, starting with this environment.</summary>
    /// <param name="name">The name.</param>
    /// <param name="result">The reference.</param>
    /// <returns>True if a reference has the name.</returns>
    public abstract bool TryGetLocationReference(string name, out LocationReference? result);

    /// <summary>Gets the locations of this environment, without the locations of outer environments.</summary>
    /// <returns>The references.</returns>
    public abstract IEnumerable<LocationReference> GetLocationReferences();
}

/// <summary>The locations that one activity adds for the activities that it declares.</summary>
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

    /// <summary>Finds the argument with a name in this scope or in the nearest outer scope that has one; null if there is none.</summary>
    public RuntimeArgument? FindArgument(string? name)
    {
        RuntimeArgument? found = Array.Find(_references, reference => reference is RuntimeArgument && reference.Name == name) as RuntimeArgument;
        return found ?? (Parent as DeclaredScope)?.FindArgument(name);
    }
}
