using System.Xml;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Writes and reads profiles as XML, in the format of WF3. A document can name the types in <see cref="KnownTypes"/>, and the types of this package and of the
/// core library. A name in a namespace of WF3 means the type of this package. No assembly is loaded for a name. Thread-safe after the types have been added.
/// </summary>
public class TrackingProfileSerializer
{
    /// <summary>The maximum length of a document, in characters.</summary>
    private const long LongestDocument = 4_000_000;

    /// <summary>
    /// The application types that a document can name. Empty by default. The content of a <c>TypeName</c> element is not resolved: a location compares it with
    /// the names of types. Add types before the serializer is used.
    /// </summary>
    public ICollection<Type> KnownTypes { get; } = [];

    /// <summary>Writes a profile. A type is written with its full name and the name of its assembly.</summary>
    /// <param name="writer">The destination. It stays open.</param>
    /// <param name="profile">The profile. It must have a version.</param>
    /// <exception cref="InvalidOperationException">The profile has no version or no track points, or a track point is incomplete. Nothing is written
    /// then.</exception>
    public void Serialize(TextWriter writer, TrackingProfile profile)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(profile);
        System.Xml.Linq.XDocument document = ProfileMarkupWriter.Write(profile);
        using XmlWriter xml = XmlWriter.Create(writer, new XmlWriterSettings { Indent = true, CloseOutput = false });
        document.Save(xml);
    }

    /// <summary>Reads a profile. Refuses documents with a document type definition, and documents that are longer than 4 million characters.</summary>
    /// <param name="reader">The source. It stays open.</param>
    /// <exception cref="TrackingProfileDeserializationException">The document is not a tracking profile.</exception>
    public TrackingProfile Deserialize(TextReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        XmlReaderSettings settings = new()
        {
            DtdProcessing = DtdProcessing.Prohibit,
            XmlResolver = null,
            MaxCharactersInDocument = LongestDocument,
            CloseInput = false,
            IgnoreComments = true,
            IgnoreProcessingInstructions = true,
            IgnoreWhitespace = true,
        };
        using XmlReader xml = XmlReader.Create(reader, settings);
        try
        {
            return new ProfileMarkupReader(xml, new ProfileTypes(KnownTypes)).Read();
        }
        catch (XmlException exception)
        {
            throw new TrackingProfileDeserializationException($"The document is not a tracking profile: {exception.Message}", exception);
        }
    }
}
