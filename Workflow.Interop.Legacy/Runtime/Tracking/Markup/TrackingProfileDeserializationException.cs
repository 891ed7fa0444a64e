using System.Xml.Schema;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A document is not a tracking profile. The message names the line and what is wrong.</summary>
public sealed class TrackingProfileDeserializationException : SystemException
{
    /// <summary>Makes one without a message of its own.</summary>
    public TrackingProfileDeserializationException()
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="message">The message.</param>
    public TrackingProfileDeserializationException(string message)
        : base(message)
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public TrackingProfileDeserializationException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Empty: a document is read until the first mistake, which the message describes.</summary>
    public IList<ValidationEventArgs> ValidationEventArgs { get; } = [];
}
