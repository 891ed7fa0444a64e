namespace Workflow.Validation;

/// <summary>One thing that is wrong with a definition, or one warning.</summary>
public class ValidationError
{
    /// <summary>Creates an error.</summary>
    /// <param name="message">What is wrong and what to do.</param>
    public ValidationError(string message)
        : this(message, false, string.Empty, null)
    {
    }

    /// <summary>Creates an error or a warning.</summary>
    /// <param name="message">What is wrong and what to do.</param>
    /// <param name="isWarning">Whether the definition can run all the same.</param>
    public ValidationError(string message, bool isWarning)
        : this(message, isWarning, string.Empty, null)
    {
    }

    /// <summary>Creates an error or a warning.</summary>
    /// <param name="message">What is wrong and what to do.</param>
    /// <param name="isWarning">Whether the definition can run all the same.</param>
    /// <param name="propertyName">The property that it is about; empty for none.</param>
    public ValidationError(string message, bool isWarning, string propertyName)
        : this(message, isWarning, propertyName, null)
    {
    }

    /// <summary>Creates an error or a warning.</summary>
    /// <param name="message">What is wrong and what to do.</param>
    /// <param name="isWarning">Whether the definition can run all the same.</param>
    /// <param name="propertyName">The property that it is about; empty for none.</param>
    /// <param name="sourceDetail">Anything that says more about the place; null for nothing.</param>
    public ValidationError(string message, bool isWarning, string propertyName, object? sourceDetail)
    {
        Message = message;
        IsWarning = isWarning;
        PropertyName = propertyName;
        SourceDetail = sourceDetail;
    }

    /// <summary>What is wrong and what to do.</summary>
    public string Message { get; }

    /// <summary>Whether the definition can run all the same.</summary>
    public bool IsWarning { get; }

    /// <summary>The property that it is about; empty for none.</summary>
    public string PropertyName { get; }

    /// <summary>The id of <see cref="Source"/>.</summary>
    public string? Id { get; internal set; }

    /// <summary>The activity that declared the error.</summary>
    public Activity? Source { get; internal set; }

    /// <summary>Anything that says more about the place; null for nothing.</summary>
    public object? SourceDetail { get; internal set; }

    /// <inheritdoc/>
    public override string ToString() => Message;
}
