namespace Workflow.Validation;

/// <summary>Options of a validation. Not thread-safe. Can be used for several validations.</summary>
public class ValidationSettings
{
    private Dictionary<Type, IList<Constraint>>? _additionalConstraints;

    /// <summary>Creates the default settings.</summary>
    public ValidationSettings()
    {
    }

    /// <summary>
    /// A token that ends the validation with an <see cref="OperationCanceledException"/>. The validation checks the token between activities. None by
    /// default.
    /// </summary>
    public CancellationToken CancellationToken { get; set; }

    /// <summary>True to validate only the root itself, without its descendants; false by default.</summary>
    public bool SingleLevel { get; set; }

    /// <summary>
    /// True to skip the checks of the arguments and constraints of the root itself, for a part that will get them from its parent; false by default.
    /// Errors from the <c>CacheMetadata</c> of the root and errors of its descendants are still reported.
    /// </summary>
    public bool SkipValidatingRootConfiguration { get; set; }

    /// <summary>True to evaluate and report only <see cref="AdditionalConstraints"/>; false by default.</summary>
    public bool OnlyUseAdditionalConstraints { get; set; }

    /// <summary>
    /// True to walk the tree as for a run: null argument properties are set (rule 12.8), and the first run of a valid definition needs no further walk.
    /// False by default. Cannot be combined with the settings that skip checks.
    /// </summary>
    public bool PrepareForRuntime { get; set; }

    /// <summary>The symbols of the host around the root; null, the default, for none.</summary>
    public LocationReferenceEnvironment? Environment { get; set; }

    /// <summary>
    /// Additional constraints by type of activity, evaluated after the activity's own constraints. A type includes its derived types, and a generic type
    /// definition includes all its constructed types. Empty by default.
    /// </summary>
    public IDictionary<Type, IList<Constraint>> AdditionalConstraints => _additionalConstraints ??= [];

    internal IReadOnlyDictionary<Type, IList<Constraint>>? AdditionalConstraintsOrNull => _additionalConstraints;
}
