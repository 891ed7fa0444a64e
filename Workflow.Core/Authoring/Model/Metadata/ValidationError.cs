namespace Workflow.Validation;

/// <summary>An error or a warning about a definition.</summary>
public class ValidationError
{
    /// <summary>Creates an error.</summary>
    /// <param name="message">The problem and what to do.</param>
    public ValidationError(string message)
        : this(message, false, string.Empty, null)
    {
    }

    /// <summary>Creates an error or a warning.</summary>
    /// <param name="message">The problem and what to do.</param>
    /// <param name="isWarning">Whether it is a warning, so that the definition can run.</param>
    public ValidationError(string message, bool isWarning)
        : this(message, isWarning, string.Empty, null)
    {
    }

    /// <summary>Creates an error or a warning.</summary>
    /// <param name="message">The problem and what to do.</param>
    /// <param name="isWarning">Whether it is a warning, so that the definition can run.</param>
    /// <param name="propertyName">The property with the problem; empty for none.</param>
    public ValidationError(string message, bool isWarning, string propertyName)
        : this(message, isWarning, propertyName, null)
    {
    }

    /// <summary>Creates an error or a warning.</summary>
    /// <param name="message">The problem and what to do.</param>
    /// <param name="isWarning">Whether it is a warning, so that the definition can run.</param>
    /// <param name="propertyName">The property with the problem; empty for none.</param>
    /// <param name="sourceDetail">Details about the location of the problem; may be null.</param>
    public ValidationError(string message, bool isWarning, string propertyName, object? sourceDetail)
    {
        Message = message;
        IsWarning = isWarning;
        PropertyName = propertyName;
        SourceDetail = sourceDetail;
    }

    /// <summary>The problem and what to do.</summary>
    public string Message { get; }

    /// <summary>Whether it is a warning, so that the definition can run.</summary>
    public bool IsWarning { get; }

    /// <summary>The property with the problem; empty for none.</summary>
    public string PropertyName { get; }

    /// <summary>The id of <see cref="Source"/>.</summary>
    public string? Id { get; internal set; }

    /// <summary>The activity that declared the error.</summary>
    public Activity? Source { get; internal set; }

    /// <summary>Details about the location of the problem; may be null.</summary>
    public object? SourceDetail { get; internal set; }

    /// <inheritdoc/>
    public override string ToString() => Message;
}
