using System.Collections.ObjectModel;

namespace Workflow.Validation;

/// <summary>The result of a validation.</summary>
public class ValidationResults
{
    /// <summary>Creates a result from errors and warnings.</summary>
    /// <param name="allValidationErrors">Errors and warnings in traversal order; null for none.</param>
    public ValidationResults(IList<ValidationError>? allValidationErrors)
    {
        IList<ValidationError> all = allValidationErrors ?? [];
        Errors = new ReadOnlyCollection<ValidationError>([.. all.Where(error => !error.IsWarning)]);
        Warnings = new ReadOnlyCollection<ValidationError>([.. all.Where(error => error.IsWarning)]);
    }

    /// <summary>The errors, which prevent a run of the definition; empty for a valid definition.</summary>
    public ReadOnlyCollection<ValidationError> Errors { get; }

    /// <summary>The warnings, which do not prevent a run of the definition.</summary>
    public ReadOnlyCollection<ValidationError> Warnings { get; }
}
