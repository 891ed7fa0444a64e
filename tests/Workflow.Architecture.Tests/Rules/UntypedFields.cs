using Workflow.Architecture.Tests.Reading;

namespace Workflow.Architecture.Tests.Rules;

/// <summary>
/// The rule that no room stores data for a higher room as 'object'. Such a field hides a use that the table of rooms forbids.
/// Data that a room stores for another room derives from an abstract class of the room that stores it.
/// </summary>
internal static class UntypedFields
{
    /// <summary>
    /// The rooms without this rule: Statements and Hosting, above which there is no room that they must not use,
    /// and Runtime, whose state is not separated from its execution yet.
    /// </summary>
    private static readonly string[] Free = ["Statements", "Hosting", "Runtime"];

    /// <summary>The fields that may hold any type, each with its content.</summary>
    public static readonly IReadOnlyDictionary<string, string> Core = new Dictionary<string, string>
    {
        ["Workflow.AsyncCodeActivityContext.UserState"] = "an object of the author's activity",
        ["Workflow.DynamicActivityProperty.Value"] = "an argument, or any value that an application gives the property",
        ["Workflow.Expressions.LocationExpression+AccessorLocation`1.operands"] = "values of the workflow",
        ["Workflow.Expressions.MemberLocation`2.indices"] = "values of the workflow",
        ["Workflow.Expressions.PartLocation`2.indices"] = "values of the workflow",
        ["Workflow.Hosting.LocationInfo.Value"] = "a value of the workflow",
        ["Workflow.Persistence.LeaseThread._gate"] = "the lock on which the thread waits; the type Lock has no such wait",
        ["Workflow.Persistence.ReadBack+Comparison+Identity.Value"] = "any part of a value of the workflow",
        ["Workflow.Persistence.WorkflowObject.Value"] = "what a converter of the snapshot makes of a reference, inside a value that is declared as object",
        ["Workflow.Tracking.ActivityStateRecord._arguments"] = "null, TrackedValues or a dictionary",
        ["Workflow.Tracking.ActivityStateRecord._variables"] = "null, TrackedValues or a dictionary",
        ["Workflow.Tracking.BookmarkResumptionRecord.Payload"] = "a value of the workflow",
        ["Workflow.Tracking.Episode._instance"] = "the identity by which the episodes of an instance find each other; nothing of it is used",
        ["Workflow.Tracking.TrackedValues.Missing"] = "a mark",
        ["Workflow.Tracking.TrackedValues.values"] = "values of the workflow",
        ["Workflow.Validation.ValidationError.SourceDetail"] = "what a tool of the application attaches",
    };

    public static IReadOnlyList<string> Violations(IReadOnlyCollection<UntypedField> fields, IReadOnlyDictionary<string, string> known) =>
    [
        .. fields.Where(field => !Free.Contains(field.Place.Room) && !known.ContainsKey(field.Name)).Select(field => $"{field.Place}: {field.Name} is untyped"),
        .. known.Keys.Where(name => fields.All(field => field.Name != name)).Select(name => $"{name} is listed as untyped and is not"),
    ];
}
