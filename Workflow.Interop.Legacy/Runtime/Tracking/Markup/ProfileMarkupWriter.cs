using System.Xml.Linq;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Writes a profile in the format of WF3.</summary>
internal static class ProfileMarkupWriter
{
    public static readonly XNamespace Namespace = "http://schemas.microsoft.com/winfx/2006/workflow/trackingprofile";

    public static XDocument Write(TrackingProfile profile)
    {
        XElement[] points =
            [.. profile.WorkflowTrackPoints.Select(Write), .. profile.ActivityTrackPoints.Select(Write), .. profile.UserTrackPoints.Select(Write)];
        if (points.Length == 0)
        {
            throw Incomplete("The profile has no track points; add one.");
        }

        return new XDocument(new XElement(
            Namespace + "TrackingProfile",
            new XAttribute("version", profile.Version ?? throw Incomplete("The profile has no version; set one.")),
            new XElement(Namespace + "TrackPoints", points)));
    }

    private static XElement Write(WorkflowTrackPoint point) => new(
        Namespace + "WorkflowTrackPoint",
        List("MatchingLocation", [new XElement(
            Namespace + "WorkflowTrackingLocation",
            List(
                "TrackingWorkflowEvents",
                Names("TrackingWorkflowEvent", point.MatchingLocation?.Events ?? []),
                "A workflow track point has no events; add one."))]),
        Annotations(point.Annotations));

    private static XElement Write(ActivityTrackPoint point) => new(
        Namespace + "ActivityTrackPoint",
        List("MatchingLocations", point.MatchingLocations.Select(Write), "An activity track point has no matching location; add one."),
        List("ExcludedLocations", point.ExcludedLocations.Select(Write)),
        Annotations(point.Annotations),
        List("Extracts", point.Extracts.Select(Write)));

    private static XElement Write(UserTrackPoint point) => new(
        Namespace + "UserTrackPoint",
        List("MatchingLocations", point.MatchingLocations.Select(Write), "A user track point has no matching location; add one."),
        List("ExcludedLocations", point.ExcludedLocations.Select(Write)),
        Annotations(point.Annotations),
        List("Extracts", point.Extracts.Select(Write)));

    private static XElement Write(ActivityTrackingLocation location) => new(
        Namespace + "ActivityTrackingLocation",
        Type("Activity", location.ActivityType, location.ActivityTypeName, location.MatchDerivedTypes),
        List("ExecutionStatusEvents", Names("ExecutionStatus", location.ExecutionStatusEvents), "A location of activities has no status; add one."),
        List("Conditions", location.Conditions.Select(Write)));

    private static XElement Write(UserTrackingLocation location) => new(
        Namespace + "UserTrackingLocation",
        Type("Activity", location.ActivityType, location.ActivityTypeName, location.MatchDerivedActivityTypes),
        location.KeyName is null ? null : new XElement(Namespace + "KeyName", location.KeyName),
        Type("Argument", location.ArgumentType, location.ArgumentTypeName, location.MatchDerivedArgumentTypes),
        List("Conditions", location.Conditions.Select(Write)));

    private static XElement Write(TrackingCondition condition) => new(
        Namespace + "ActivityTrackingCondition",
        new XElement(Namespace + "Operator", condition.Operator),
        new XElement(Namespace + "Member", string.IsNullOrEmpty(condition.Member) ? throw Incomplete("A condition has no member; set one.") : condition.Member),
        condition.Value is null ? null : new XElement(Namespace + "Value", condition.Value));

    private static XElement Write(TrackingExtract extract) => new(
        Namespace + (extract is WorkflowDataTrackingExtract ? nameof(WorkflowDataTrackingExtract) : nameof(ActivityDataTrackingExtract)),
        new XElement(Namespace + "Member", extract.Member ?? string.Empty),
        Annotations(extract.Annotations));

    private static XElement Type(string name, Type? type, string? typeName, bool matchesDerived) => new(
        Namespace + name,
        type is not null ? new XElement(Namespace + "Type", ProfileTypes.NameOf(type))
        : string.IsNullOrEmpty(typeName) ? throw Incomplete($"A location has no type for '{name}'; set a type or the name of a type.")
        : new XElement(Namespace + "TypeName", typeName),
        new XElement(Namespace + "MatchDerivedTypes", matchesDerived));

    private static XElement? Annotations(TrackingAnnotationCollection annotations) => List("Annotations", Names("Annotation", annotations));

    private static IEnumerable<XElement> Names<T>(string name, IEnumerable<T> values) => values.Select(value => new XElement(Namespace + name, value));

    /// <summary>Returns a list element; null if the list is empty and not required.</summary>
    private static XElement? List(string name, IEnumerable<XElement> items, string? required = null)
    {
        XElement list = new(Namespace + name, items);
        return list.HasElements ? list : required is null ? null : throw Incomplete(required);
    }

    private static InvalidOperationException Incomplete(string message) => new(message);
}
