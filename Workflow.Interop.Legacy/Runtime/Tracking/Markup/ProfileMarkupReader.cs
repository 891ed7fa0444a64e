using System.Xml;
using System.Xml.Linq;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Reads a profile in the format of WF3. Refuses elements that the format does not contain.</summary>
internal sealed class ProfileMarkupReader(XmlReader xml, ProfileTypes types)
{
    // The format has only eight levels.
    private const int Deepest = 16;

    /// <exception cref="TrackingProfileDeserializationException">The document is not a tracking profile.</exception>
    public TrackingProfile Read()
    {
        XElement root = Load();
        if (root.Name != ProfileMarkupWriter.Namespace + "TrackingProfile")
        {
            throw Wrong(root, $"'{root.Name.LocalName}' is not the element 'TrackingProfile' of the namespace '{ProfileMarkupWriter.Namespace}'");
        }

        TrackingProfile profile = new();
        if (root.Attribute("version") is { } version)
        {
            profile.Version = Version.TryParse(version.Value, out Version? parsed)
                ? parsed
                : throw Wrong(root, $"the version '{Short(version.Value)}' is not a version number");
        }

        XElement[] lists = [.. Children(root, "TrackPoints")];
        foreach (XElement point in lists is [XElement list] ? list.Elements() : throw Wrong(root, "it has not exactly one element 'TrackPoints'"))
        {
            ReadPoint(profile, point);
        }

        return profile;
    }

    /// <summary>Reads the document. Refuses a document that is so deep that recursive code would overflow the stack.</summary>
    private XElement Load()
    {
        XDocument document = new();
        XContainer current = document;
        while (xml.Read())
        {
            switch (xml.NodeType)
            {
                case XmlNodeType.Element when xml.Depth > Deepest:
                    throw new TrackingProfileDeserializationException($"The document is not a tracking profile: it has more than {Deepest} levels.");
                case XmlNodeType.Element:
                    XElement element = new(XName.Get(xml.LocalName, xml.NamespaceURI));
                    element.AddAnnotation(((IXmlLineInfo)xml).LineNumber);
                    bool isEmpty = xml.IsEmptyElement;
                    while (xml.MoveToNextAttribute())
                    {
                        // Namespace declarations are already contained in the names.
                        if (xml.NamespaceURI.Length == 0)
                        {
                            element.SetAttributeValue(xml.LocalName, xml.Value);
                        }
                    }

                    current.Add(element);
                    current = isEmpty ? current : element;
                    break;
                case XmlNodeType.EndElement:
                    current = current.Parent ?? (XContainer)document;
                    break;
                case XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.SignificantWhitespace:
                    current.Add(new XText(xml.Value));
                    break;
            }
        }

        return document.Root!;
    }

    private void ReadPoint(TrackingProfile profile, XElement element)
    {
        switch (NameOf(element))
        {
            case "WorkflowTrackPoint":
                profile.WorkflowTrackPoints.Add(ReadWorkflowPoint(element));
                break;
            case "ActivityTrackPoint":
                ActivityTrackPoint activity = new();
                ReadPoint(
                    element,
                    activity.MatchingLocations,
                    activity.ExcludedLocations,
                    "ActivityTrackingLocation",
                    ReadActivityLocation,
                    activity.Annotations,
                    activity.Extracts);
                profile.ActivityTrackPoints.Add(activity);
                break;
            case "UserTrackPoint":
                UserTrackPoint user = new();
                ReadPoint(element, user.MatchingLocations, user.ExcludedLocations, "UserTrackingLocation", ReadUserLocation, user.Annotations, user.Extracts);
                profile.UserTrackPoints.Add(user);
                break;
            default:
                throw Unknown(element);
        }
    }

    private static WorkflowTrackPoint ReadWorkflowPoint(XElement element)
    {
        WorkflowTrackPoint point = new();
        foreach (XElement part in element.Elements())
        {
            switch (NameOf(part))
            {
                case "MatchingLocation":
                    foreach (XElement name in Children(part, "WorkflowTrackingLocation")
                        .SelectMany(static location => Children(location, "TrackingWorkflowEvents"))
                        .SelectMany(static events => Children(events, "TrackingWorkflowEvent")))
                    {
                        point.MatchingLocation!.Events.Add(ReadName<TrackingWorkflowEvent>(name));
                    }

                    break;
                case "Annotations":
                    ReadAnnotations(part, point.Annotations);
                    break;
                default:
                    throw Unknown(part);
            }
        }

        return point;
    }

    private static void ReadPoint<T>(
        XElement element,
        List<T> matching,
        List<T> excluded,
        string name,
        Func<XElement, T> read,
        TrackingAnnotationCollection annotations,
        ExtractCollection extracts)
    {
        foreach (XElement part in element.Elements())
        {
            switch (NameOf(part))
            {
                case "MatchingLocations":
                    matching.AddRange(Children(part, name).Select(read));
                    break;
                case "ExcludedLocations":
                    excluded.AddRange(Children(part, name).Select(read));
                    break;
                case "Annotations":
                    ReadAnnotations(part, annotations);
                    break;
                case "Extracts":
                    extracts.AddRange(part.Elements().Select(ReadExtract));
                    break;
                default:
                    throw Unknown(part);
            }
        }
    }

    private ActivityTrackingLocation ReadActivityLocation(XElement element)
    {
        ActivityTrackingLocation location = new();
        foreach (XElement part in element.Elements())
        {
            switch (NameOf(part))
            {
                case "Activity":
                    (location.ActivityType, location.ActivityTypeName, location.MatchDerivedTypes) = ReadType(part);
                    break;
                case "ExecutionStatusEvents":
                    Children(part, "ExecutionStatus").Select(ReadName<ActivityExecutionStatus>).ToList().ForEach(location.ExecutionStatusEvents.Add);
                    break;
                case "Conditions":
                    location.Conditions.AddRange(Children(part, "ActivityTrackingCondition").Select(ReadCondition));
                    break;
                default:
                    throw Unknown(part);
            }
        }

        return location;
    }

    private UserTrackingLocation ReadUserLocation(XElement element)
    {
        UserTrackingLocation location = new();
        foreach (XElement part in element.Elements())
        {
            switch (NameOf(part))
            {
                case "Activity":
                    (location.ActivityType, location.ActivityTypeName, location.MatchDerivedActivityTypes) = ReadType(part);
                    break;
                case "Argument":
                    (location.ArgumentType, location.ArgumentTypeName, location.MatchDerivedArgumentTypes) = ReadType(part);
                    break;
                case "KeyName":
                    location.KeyName = part.Value;
                    break;
                case "Conditions":
                    location.Conditions.AddRange(Children(part, "ActivityTrackingCondition").Select(ReadCondition));
                    break;
                default:
                    throw Unknown(part);
            }
        }

        return location;
    }

    private (Type? Type, string? Name, bool MatchesDerived) ReadType(XElement element)
    {
        (Type? Type, string? Name, bool MatchesDerived) read = default;
        foreach (XElement part in element.Elements())
        {
            switch (NameOf(part))
            {
                case "Type":
                    read.Type = types.Find(part.Value)
                        ?? throw Wrong(part, $"the type '{Short(part.Value)}' is not known; add it to the KnownTypes of the serializer");
                    break;
                case "TypeName":
                    read.Name = part.Value;
                    break;
                case "MatchDerivedTypes":
                    read.MatchesDerived = part.Value.Trim() switch
                    {
                        "true" or "1" => true,
                        "false" or "0" => false,
                        _ => throw Wrong(part, $"'{Short(part.Value)}' is not 'true' or 'false'"),
                    };
                    break;
                default:
                    throw Unknown(part);
            }
        }

        return read.Type is null && string.IsNullOrEmpty(read.Name) ? throw Wrong(element, $"'{element.Name.LocalName}' has no type") : read;
    }

    private static ActivityTrackingCondition ReadCondition(XElement element)
    {
        ActivityTrackingCondition condition = new();
        foreach (XElement part in element.Elements())
        {
            switch (NameOf(part))
            {
                case "Operator":
                    condition.Operator = ReadName<ComparisonOperator>(part);
                    break;
                case "Member":
                    condition.Member = part.Value;
                    break;
                case "Value":
                    condition.Value = part.Value;
                    break;
                default:
                    throw Unknown(part);
            }
        }

        return string.IsNullOrEmpty(condition.Member) ? throw Wrong(element, "a condition has no member") : condition;
    }

    private static TrackingExtract ReadExtract(XElement element)
    {
        TrackingExtract extract = NameOf(element) switch
        {
            nameof(ActivityDataTrackingExtract) => new ActivityDataTrackingExtract(),
            nameof(WorkflowDataTrackingExtract) => new WorkflowDataTrackingExtract(),
            _ => throw Unknown(element),
        };
        foreach (XElement part in element.Elements())
        {
            switch (NameOf(part))
            {
                case "Member":
                    extract.Member = part.Value;
                    break;
                case "Annotations":
                    ReadAnnotations(part, extract.Annotations);
                    break;
                default:
                    throw Unknown(part);
            }
        }

        return extract;
    }

    private static void ReadAnnotations(XElement element, TrackingAnnotationCollection annotations) =>
        annotations.AddRange(Children(element, "Annotation").Select(static annotation => annotation.Value));

    private static T ReadName<T>(XElement element)
        where T : struct, Enum
    {
        string name = element.Value.Trim();
        return Array.IndexOf(Enum.GetNames<T>(), name) >= 0 ? Enum.Parse<T>(name) : throw Wrong(element, $"'{Short(name)}' is not a {typeof(T).Name}");
    }

    private static IEnumerable<XElement> Children(XElement element, string name) =>
        element.Elements().Select(child => NameOf(child) == name ? child : throw Unknown(child));

    private static string? NameOf(XElement element) => element.Name.Namespace == ProfileMarkupWriter.Namespace ? element.Name.LocalName : null;

    private static TrackingProfileDeserializationException Unknown(XElement element) =>
        Wrong(element, $"'{Short(element.Parent!.Name.LocalName)}' has an element '{Short(element.Name.LocalName)}', which the format does not have there");

    private static TrackingProfileDeserializationException Wrong(XElement element, string problem) =>
        new($"The document is not a tracking profile: line {element.Annotation<object>()}: {problem}.");

    private static string Short(string text) => text.Length <= 100 ? text : text[..100] + "...";
}
