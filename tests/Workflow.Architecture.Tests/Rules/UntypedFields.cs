using Workflow.Architecture.Tests.Reading;

namespace Workflow.Architecture.Tests.Rules;

/// <summary>
/// The rule that no room stores data for another room as 'object'. Such a field hides a use that the table of rooms forbids.
/// Data that a room stores for another room derives from an abstract class of the room that stores it.
/// </summary>
internal static class UntypedFields
{
    /// <summary>The fields that may hold any type, each with its content.</summary>
    public static readonly IReadOnlyDictionary<string, string> Core = new Dictionary<string, string>
    {
        ["Workflow.AsyncCodeActivityContext.UserState"] = "an object of the author's activity",
        ["Workflow.DynamicActivityProperty.Value"] = "an argument, or any value that an application gives the property",
        ["Workflow.Expressions.LocationExpression+AccessorLocation`1.operands"] = "values of the workflow",
        ["Workflow.Expressions.MemberLocation`2.indices"] = "values of the workflow",
        ["Workflow.Expressions.PartLocation`2.indices"] = "values of the workflow",
        ["Workflow.Hosting.ExecutionSlot._content"] = "the payload of the last delivery, then the result; one field, because each one adds 8 bytes to an idle instance",
        ["Workflow.Hosting.ExtensionEntry.Extension"] = "an extension of the application",
        ["Workflow.Hosting.InstanceActor._id"] = "null or a boxed Guid, which is smaller than the Guid in the many instances without an id",
        ["Workflow.Hosting.InvocationMessage.Value"] = "the value of a resumption",
        ["Workflow.Hosting.LocationInfo.Value"] = "a value of the workflow",
        ["Workflow.Hosting.ResumeOperation.value"] = "the value of a resumption",
        ["Workflow.Hosting.Symbol._value"] = "a value that an application gives the definition",
        ["Workflow.Persistence.LeaseThread._gate"] = "the lock on which the thread waits; the type Lock has no such wait",
        ["Workflow.Persistence.ReadBack+Comparison+Identity.Value"] = "any part of a value of the workflow",
        ["Workflow.Persistence.WorkflowObject.Value"] = "what a converter of the snapshot makes of a reference, inside a value that is declared as object",
        ["Workflow.Persistence.ReceivedMessage.Value"] = "the value of a resumption",
        ["Workflow.Runtime.Snapshots.SnapshotReader._objects"] = "the objects of a snapshot by their numbers",
        ["Workflow.Runtime.State.ContextRequest.State"] = "an object of the author's activity",
        ["Workflow.Runtime.State.Frame._receiver"] = "a callback of the parent, or the ArgumentBinding of the owner that takes the result",
        ["Workflow.Runtime.State.FrameRareState.State"] = "an object of the author's activity",
        ["Workflow.Runtime.State.PropertyEntry.Value"] = "an execution property of an activity",
        ["Workflow.Runtime.State.Resumption.Value"] = "the value of a resumption",
        ["Workflow.Runtime.State.WorkItem.Payload"] = "what the kind of the work item defines",
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
        .. fields.Where(field => !known.ContainsKey(field.Name)).Select(field => $"{field.Place}: {field.Name} is untyped"),
        .. known.Keys.Where(name => fields.All(field => field.Name != name)).Select(name => $"{name} is listed as untyped and is not"),
    ];
}
