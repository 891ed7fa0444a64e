using Workflow.Definition;
using Workflow.Hosting;

namespace Workflow.Validation;

/// <summary>Validates definitions without running them.</summary>
/// <remarks>Safe from any thread, except that no other thread may change, walk or start the same tree meanwhile.</remarks>
public static class ActivityValidationServices
{
    /// <summary>Walks a definition anew and reports what is wrong with it (rule 12.4).</summary>
    /// <param name="toValidate">The root.</param>
    /// <returns>Errors and warnings, in traversal order.</returns>
    /// <exception cref="InvalidOperationException">The root has run, or is part of a tree that has (rule 12.3).</exception>
    /// <remarks>A run of the definition walks it again. What <c>CacheMetadata</c> throws comes out as it is.</remarks>
    public static ValidationResults Validate(Activity toValidate) => Validate(toValidate, new ValidationSettings());

    /// <inheritdoc cref="Validate(Activity)"/>
    /// <param name="toValidate">The root.</param>
    /// <param name="settings">How to validate.</param>
    /// <exception cref="ArgumentException">The settings ask to prepare for a run and to leave something out.</exception>
    /// <exception cref="OperationCanceledException">The token of the settings was canceled.</exception>
    public static ValidationResults Validate(Activity toValidate, ValidationSettings settings)
    {
        ArgumentNullException.ThrowIfNull(toValidate);
        ArgumentNullException.ThrowIfNull(settings);
        if (settings.PrepareForRuntime && (settings.SingleLevel || settings.SkipValidatingRootConfiguration || settings.OnlyUseAdditionalConstraints))
        {
            throw new ArgumentException(
                "A validation that prepares for a run cannot skip anything; set either PrepareForRuntime or the settings that skip something.", nameof(settings));
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
