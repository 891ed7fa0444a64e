namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>Something that is wrong with a workflow.</summary>
public sealed class ValidationError
{
    /// <summary>Makes an error.</summary>
    /// <param name="errorText">What is wrong.</param>
    /// <param name="errorNumber">A number for the kind of error.</param>
    public ValidationError(string errorText, int errorNumber)
        : this(errorText, errorNumber, isWarning: false, propertyName: null)
    {
    }

    /// <summary>Makes an error or a warning.</summary>
    /// <param name="errorText">What is wrong.</param>
    /// <param name="errorNumber">A number for the kind of error.</param>
    /// <param name="isWarning">Whether the workflow can run.</param>
    public ValidationError(string errorText, int errorNumber, bool isWarning)
        : this(errorText, errorNumber, isWarning, propertyName: null)
    {
    }

    /// <summary>Makes an error or a warning about a property.</summary>
    /// <param name="errorText">What is wrong.</param>
    /// <param name="errorNumber">A number for the kind of error.</param>
    /// <param name="isWarning">Whether the workflow can run.</param>
    /// <param name="propertyName">The property, or null.</param>
    public ValidationError(string errorText, int errorNumber, bool isWarning, string? propertyName)
    {
        ErrorText = errorText;
        ErrorNumber = errorNumber;
        IsWarning = isWarning;
        PropertyName = propertyName;
    }

    /// <summary>What is wrong.</summary>
    public string ErrorText { get; }

    /// <summary>A number for the kind of error. Errors of the runtime have the number of WF3, or 0 if WF3 has none.</summary>
    public int ErrorNumber { get; }

    /// <summary>Whether the workflow can run.</summary>
    public bool IsWarning { get; }

    /// <summary>The property, or null.</summary>
    public string? PropertyName { get; set; }

    /// <summary>An error about a property that has no value. Its number is 278.</summary>
    /// <param name="propertyName">The property.</param>
    public static ValidationError GetNotSetValidationError(string propertyName)
    {
        ArgumentNullException.ThrowIfNull(propertyName);
        return new ValidationError($"The property '{propertyName}' is not set; set it.", ErrorNumbers.PropertyNotSet, isWarning: false, propertyName);
    }

    /// <summary>Returns the text.</summary>
    public override string ToString() => ErrorText;
}
