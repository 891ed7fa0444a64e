namespace Workflow.Validation;

/// <summary>Options of a validation. Not thread-safe; can be used several times.</summary>
public class ValidationSettings
{
    private Dictionary<Type, IList<Constraint>>? _additionalConstraints;

    /// <summary>Creates the default settings.</summary>
    public ValidationSettings()
    {
    }

    /// <summary>Ends the validation with an <see cref="OperationCanceledException"/>. It is checked between activities. None by default.</summary>
    public CancellationToken CancellationToken { get; set; }

    /// <summary>Whether only the root itself is validated, without its descendants; false by default.</summary>
    public bool SingleLevel { get; set; }

    /// <summary>
    /// Whether arguments and constraints of the root itself are not checked, for a part that will get them from its parent; false by
    /// default. Errors from its <c>CacheMetadata</c> and of its descendants are still reported.
    /// </summary>
    public bool SkipValidatingRootConfiguration { get; set; }

    /// <summary>Whether only <see cref="AdditionalConstraints"/> are evaluated and reported; false by default.</summary>
    public bool OnlyUseAdditionalConstraints { get; set; }

    /// <summary>
    /// Whether to walk as for a run: null argument properties are set (rule 12.8), and the first run of a valid definition needs
    /// no further walk. False by default. Cannot be combined with the settings that skip checks.
    /// </summary>
    public bool PrepareForRuntime { get; set; }

    /// <summary>The symbols of the host around the root; null, the default, for none.</summary>
    public LocationReferenceEnvironment? Environment { get; set; }

    /// <summary>
    /// Additional constraints by type of activity, evaluated after the activity's own. A type includes its derived types, and a
    /// generic type definition includes all its constructed types. Empty by default.
    /// </summary>
    public IDictionary<Type, IList<Constraint>> AdditionalConstraints => _additionalConstraints ??= [];

    internal IReadOnlyDictionary<Type, IList<Constraint>>? AdditionalConstraintsOrNull => _additionalConstraints;
}
