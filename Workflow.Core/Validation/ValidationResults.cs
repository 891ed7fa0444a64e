using System.Collections.ObjectModel;

namespace Workflow.Validation;

/// <summary>What a validation found.</summary>
public class ValidationResults
{
    /// <summary>Sorts errors from warnings.</summary>
    /// <param name="allValidationErrors">Both, in traversal order; null for none.</param>
    public ValidationResults(IList<ValidationError>? allValidationErrors)
    {
        IList<ValidationError> all = allValidationErrors ?? [];
        Errors = new ReadOnlyCollection<ValidationError>([.. all.Where(error => !error.IsWarning)]);
        Warnings = new ReadOnlyCollection<ValidationError>([.. all.Where(error => error.IsWarning)]);
    }

    /// <summary>What keeps the definition from running; empty for a valid one.</summary>
    public ReadOnlyCollection<ValidationError> Errors { get; }

    /// <summary>What the definition can run with all the same.</summary>
    public ReadOnlyCollection<ValidationError> Warnings { get; }
}
