namespace Workflow.Validation;

/// <summary>An error or a warning about a definition.</summary>
public class ValidationError
{
    /// <summary>Creates an error.</summary>
    /// <param name="message">The message, with the problem and its solution.</param>
    public ValidationError(string message)
        : this(message, false, string.Empty, null)
    {
    }

    /// <summary>Creates an error or a warning.</summary>
    /// <param name="message">The message, with the problem and its solution.</param>
    /// <param name="isWarning">True for a warning, with which the definition can run.</param>
    public ValidationError(string message, bool isWarning)
        : this(message, isWarning, string.Empty, null)
    {
    }

    /// <summary>Creates an error or a warning.</summary>
    /// <param name="message">The message, with the problem and its solution.</param>
    /// <param name="isWarning">True for a warning, with which the definition can run.</param>
    /// <param name="propertyName">The name of the property with the problem; empty for none.</param>
    public ValidationError(string message, bool isWarning, string propertyName)
        : this(message, isWarning, propertyName, null)
    {
    }

    /// <summary>Creates an error or a warning.</summary>
    /// <param name="message">The message, with the problem and its solution.</param>
    /// <param name="isWarning">True for a warning, with which the definition can run.</param>
    /// <param name="propertyName">The name of the property with the problem; empty for none.</param>
    /// <param name="sourceDetail">Details about the location of the problem; may be null.</param>
    public ValidationError(string message, bool isWarning, string propertyName, object? sourceDetail)
    {
        Message = message;
        IsWarning = isWarning;
        PropertyName = propertyName;
        SourceDetail = sourceDetail;
    }

    /// <summary>The message, with the problem and its solution.</summary>
    public string Message { get; }

    /// <summary>True for a warning, with which the definition can run.</summary>
    public bool IsWarning { get; }

    /// <summary>The name of the property with the problem; empty for none.</summary>
    public string PropertyName { get; }

    /// <summary>The id of <see cref="Source"/>; null before the error is reported.</summary>
    public string? Id { get; internal set; }

    /// <summary>
    /// The activity for which the error is reported; null before the error is reported. For an error inside an implementation, the activity whose
    /// implementation it is, at the outermost level.
    /// </summary>
    public Activity? Source { get; internal set; }

    /// <summary>Details about the location of the problem; may be null.</summary>
    public object? SourceDetail { get; internal set; }

    /// <inheritdoc/>
    public override string ToString() => Message;
}
