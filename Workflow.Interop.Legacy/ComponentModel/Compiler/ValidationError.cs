namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>A validation error or a validation warning of a workflow.</summary>
public sealed class ValidationError
{
    /// <summary>Creates an error.</summary>
    /// <param name="errorText">The text of the error.</param>
    /// <param name="errorNumber">A number for the kind of error.</param>
    public ValidationError(string errorText, int errorNumber)
        : this(errorText, errorNumber, isWarning: false, propertyName: null)
    {
    }

    /// <summary>Creates an error or a warning.</summary>
    /// <param name="errorText">The text of the error.</param>
    /// <param name="errorNumber">A number for the kind of error.</param>
    /// <param name="isWarning">True if the workflow can run in spite of the problem.</param>
    public ValidationError(string errorText, int errorNumber, bool isWarning)
        : this(errorText, errorNumber, isWarning, propertyName: null)
    {
    }

    /// <summary>Creates an error or a warning about a property.</summary>
    /// <param name="errorText">The text of the error.</param>
    /// <param name="errorNumber">A number for the kind of error.</param>
    /// <param name="isWarning">True if the workflow can run in spite of the problem.</param>
    /// <param name="propertyName">The name of the property, or null.</param>
    public ValidationError(string errorText, int errorNumber, bool isWarning, string? propertyName)
    {
        ErrorText = errorText;
        ErrorNumber = errorNumber;
        IsWarning = isWarning;
        PropertyName = propertyName;
    }

    /// <summary>The text of the error.</summary>
    public string ErrorText { get; }

    /// <summary>A number for the kind of error. Errors of the runtime have the number that WF3 uses, or 0 if WF3 has none.</summary>
    public int ErrorNumber { get; }

    /// <summary>True if the workflow can run in spite of the problem.</summary>
    public bool IsWarning { get; }

    /// <summary>The name of the property, or null.</summary>
    public string? PropertyName { get; set; }

    /// <summary>Returns an error for a property that has no value. Its number is 278.</summary>
    /// <param name="propertyName">The name of the property.</param>
    public static ValidationError GetNotSetValidationError(string propertyName)
    {
        ArgumentNullException.ThrowIfNull(propertyName);
        return new ValidationError($"The property '{propertyName}' is not set; set it.", ErrorNumbers.PropertyNotSet, isWarning: false, propertyName);
    }

    /// <summary>Returns the text.</summary>
    public override string ToString() => ErrorText;
}
