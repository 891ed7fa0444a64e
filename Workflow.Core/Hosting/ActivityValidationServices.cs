using Workflow.Definition;
using Workflow.Hosting;

namespace Workflow.Validation;

/// <summary>Validates definitions without running them.</summary>
/// <remarks>Thread-safe, except that no other thread may change, walk or start the same tree at the same time.</remarks>
public static class ActivityValidationServices
{
    /// <summary>Walks a definition again and reports its errors and warnings (rule 12.4).</summary>
    /// <param name="toValidate">The root.</param>
    /// <returns>The errors and warnings, in traversal order.</returns>
    /// <exception cref="InvalidOperationException">The root has run, or is part of a tree that has (rule 12.3).</exception>
    /// <remarks>A run of the definition walks it again. Exceptions of <c>CacheMetadata</c> are not caught.</remarks>
    public static ValidationResults Validate(Activity toValidate) => Validate(toValidate, new ValidationSettings());

    /// <inheritdoc cref="Validate(Activity)"/>
    /// <param name="toValidate">The root.</param>
    /// <param name="settings">The settings of the validation.</param>
    /// <exception cref="ArgumentException">The settings require to prepare for a run and also to skip something.</exception>
    /// <exception cref="OperationCanceledException">The token of the settings was canceled.</exception>
    public static ValidationResults Validate(Activity toValidate, ValidationSettings settings)
    {
        ArgumentNullException.ThrowIfNull(toValidate);
        ArgumentNullException.ThrowIfNull(settings);
        if (settings.PrepareForRuntime && (settings.SingleLevel || settings.SkipValidatingRootConfiguration || settings.OnlyUseAdditionalConstraints))
        {
            throw new ArgumentException(
                "A validation that prepares for a run cannot skip anything; set either PrepareForRuntime or the settings that skip something.",
                nameof(settings));
        }

        return new ValidationResults([.. ProgramCache.Walk(toValidate, OptionsOf(settings))]);
    }

    /// <inheritdoc cref="WorkflowInspectionServices.Resolve"/>
    public static Activity Resolve(Activity root, string id) => WorkflowInspectionServices.Resolve(root, id);

    private static WalkOptions OptionsOf(ValidationSettings settings) => new()
    {
        Runner = ConstraintRun.Instance,
        IsForRun = settings.PrepareForRuntime,
        Environment = settings.Environment,
        RootOnly = settings.SingleLevel,
        SkipsRoot = settings.SkipValidatingRootConfiguration,
        AdditionalConstraintsOnly = settings.OnlyUseAdditionalConstraints,
        AdditionalConstraints = settings.AdditionalConstraintsOrNull,
        CancellationToken = settings.CancellationToken,
    };
}
