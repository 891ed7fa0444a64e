namespace Workflow.Validation;

/// <summary>How to validate. Not thread-safe; may be used again.</summary>
public class ValidationSettings
{
    private Dictionary<Type, IList<Constraint>>? _additionalConstraints;

    /// <summary>Creates the default settings.</summary>
    public ValidationSettings()
    {
    }

    /// <summary>Ends the validation with an <see cref="OperationCanceledException"/>; looked at between activities. None by default.</summary>
    public CancellationToken CancellationToken { get; set; }

    /// <summary>Whether only the root itself is validated, not what it consists of; false by default.</summary>
    public bool SingleLevel { get; set; }

    /// <summary>
    /// Whether the root's own arguments and constraints are left out, for a part whose surroundings will give it those; false by
    /// default. What its <c>CacheMetadata</c> reports and all that is below it stays in.
    /// </summary>
    public bool SkipValidatingRootConfiguration { get; set; }

    /// <summary>Whether only <see cref="AdditionalConstraints"/> are evaluated and nothing else is reported; false by default.</summary>
    public bool OnlyUseAdditionalConstraints { get; set; }

    /// <summary>
    /// Whether to walk as for a run: null argument properties are filled (rule 12.8), and the first run of a valid definition needs
    /// no walk of its own. False by default. Cannot be combined with the settings that leave something out.
    /// </summary>
    public bool PrepareForRuntime { get; set; }

    /// <summary>What the host makes visible around the root; null, the default: nothing.</summary>
    public LocationReferenceEnvironment? Environment { get; set; }

    /// <summary>
    /// Further constraints by type of activity, evaluated after the activity's own. A type stands for its derived types too, a
    /// generic type definition for all types made from it. Empty by default.
    /// </summary>
    public IDictionary<Type, IList<Constraint>> AdditionalConstraints => _additionalConstraints ??= [];

    internal IReadOnlyDictionary<Type, IList<Constraint>>? AdditionalConstraintsOrNull => _additionalConstraints;
}
