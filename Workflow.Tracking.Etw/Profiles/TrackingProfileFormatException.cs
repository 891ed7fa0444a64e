namespace Workflow.Tracking;

/// <summary>A text that should hold tracking profiles does not. The message says where and why.</summary>
public sealed class TrackingProfileFormatException : FormatException
{
    /// <summary>Creates an exception without a place.</summary>
    public TrackingProfileFormatException()
        : this("The text holds no tracking profiles.")
    {
    }

    /// <summary>Creates an exception without a place.</summary>
    /// <param name="message">What is wrong.</param>
    public TrackingProfileFormatException(string? message)
        : base(message)
    {
    }

    /// <summary>Creates an exception without a place.</summary>
    /// <param name="message">What is wrong.</param>
    /// <param name="innerException">Why; null when nothing else failed.</param>
    public TrackingProfileFormatException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    internal TrackingProfileFormatException(string problem, string path, long line, Exception? innerException = null)
        : base($"{problem} ({path}, line {line})", innerException)
    {
        Path = path;
        Line = line;
    }

    /// <summary>The value that is wrong, such as "$.profiles[0].name"; "$" when the text is no JSON.</summary>
    public string Path { get; } = "$";

    /// <summary>The line, counted from 1; 0 when it is not known.</summary>
    public long Line { get; }
}
