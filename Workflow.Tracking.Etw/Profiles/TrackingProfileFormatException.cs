namespace Workflow.Tracking;

/// <summary>The exception that is thrown if a text does not contain valid tracking profiles. The message contains the location and the reason.</summary>
public sealed class TrackingProfileFormatException : FormatException
{
    /// <summary>Creates an exception without a location.</summary>
    public TrackingProfileFormatException()
        : this("The text holds no tracking profiles.")
    {
    }

    /// <summary>Creates an exception without a location.</summary>
    /// <param name="message">The description of the error.</param>
    public TrackingProfileFormatException(string? message)
        : base(message)
    {
    }

    /// <summary>Creates an exception without a location.</summary>
    /// <param name="message">The description of the error.</param>
    /// <param name="innerException">The cause; null if there is no other exception.</param>
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

    /// <summary>The path of the invalid value, such as "$.profiles[0].name"; "$" if the text is not JSON or the location is unknown.</summary>
    public string Path { get; } = "$";

    /// <summary>The line, counted from 1; 0 if it is unknown.</summary>
    public long Line { get; }
}
