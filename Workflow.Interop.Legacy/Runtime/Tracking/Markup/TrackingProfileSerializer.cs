using System.Xml;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Writes and reads profiles as XML, in the format of WF3. A type in a document is one that <see cref="KnownTypes"/> has, or a type of this package or of the core library; a name of
/// WF3's namespaces means the type of this package. No assembly is loaded for a name. Safe for all threads once the types are added.
/// </summary>
public class TrackingProfileSerializer
{
    /// <summary>The length up to which a document is read, in characters.</summary>
    private const long LongestDocument = 4_000_000;

    /// <summary>
    /// The types of the application that a document can name; none by default. Other names stay names: a location matches types by them. Add to it before the serializer is used.
    /// </summary>
    public ICollection<Type> KnownTypes { get; } = [];

    /// <summary>Writes a profile. A type is written by its full name and the name of its assembly.</summary>
    /// <param name="writer">Where to; it stays open.</param>
    /// <param name="profile">The profile. It has a version.</param>
    /// <exception cref="InvalidOperationException">The profile has no version or no track points, or one is incomplete; nothing is written then.</exception>
    public void Serialize(TextWriter writer, TrackingProfile profile)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(profile);
        System.Xml.Linq.XDocument document = ProfileWriter.Write(profile);
        using XmlWriter xml = XmlWriter.Create(writer, new XmlWriterSettings { Indent = true, CloseOutput = false });
        document.Save(xml);
    }

    /// <summary>Reads a profile. Documents with a document type definition are refused, and those that are longer than 4 million characters.</summary>
    /// <param name="reader">Where from; it stays open.</param>
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
            return new ProfileReader(xml, new ProfileTypes(KnownTypes)).Read();
        }
        catch (XmlException exception)
        {
            throw new TrackingProfileDeserializationException($"The document is not a tracking profile: {exception.Message}", exception);
        }
    }
}
