using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>Errors and warnings of a workflow.</summary>
public sealed class ValidationErrorCollection : Collection<ValidationError>
{
    /// <summary>Creates an empty collection.</summary>
    public ValidationErrorCollection()
    {
    }

    /// <summary>Creates a copy of a collection.</summary>
    /// <param name="value">The errors and warnings.</param>
    public ValidationErrorCollection(ValidationErrorCollection value) => AddRange(value);

    /// <summary>Creates a collection with the specified errors and warnings.</summary>
    /// <param name="value">The errors and warnings.</param>
    public ValidationErrorCollection(IEnumerable<ValidationError> value) => AddRange(value);

    /// <summary>True if the collection contains an error.</summary>
    public bool HasErrors => this.Any(static error => !error.IsWarning);

    /// <summary>True if the collection contains a warning.</summary>
    public bool HasWarnings => this.Any(static error => error.IsWarning);

    /// <summary>Adds errors and warnings.</summary>
    /// <param name="value">The errors and warnings.</param>
    public void AddRange(IEnumerable<ValidationError> value)
    {
        ArgumentNullException.ThrowIfNull(value);
        foreach (ValidationError error in value)
        {
            Add(error);
        }
    }

    /// <summary>Returns the errors and warnings as an array.</summary>
    public ValidationError[] ToArray() => [.. this];
}
