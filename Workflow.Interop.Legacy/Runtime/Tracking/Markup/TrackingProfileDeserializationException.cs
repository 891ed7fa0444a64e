using System.Xml.Schema;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The exception that is thrown if a document is not a tracking profile. The message describes the problem and its line.</summary>
public sealed class TrackingProfileDeserializationException : SystemException
{
    /// <summary>Creates an exception with a default message.</summary>
    public TrackingProfileDeserializationException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    /// <param name="message">The message.</param>
    public TrackingProfileDeserializationException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and a cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public TrackingProfileDeserializationException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Always empty: reading stops at the first error, which the message describes.</summary>
    public IList<ValidationEventArgs> ValidationEventArgs { get; } = [];
}
