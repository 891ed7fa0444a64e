using System.Diagnostics.Tracing;
using Workflow;
using Workflow.Tracking;

namespace OrderApproval.Tests.Snippets;

/// <summary>The code of docs/host/tracking.md.</summary>
internal static class TrackingSnippets
{
    public static TrackingProfile ForSupport() => new()
    {
        Name = "support",
        Queries =
        {
            new WorkflowInstanceQuery { States = { WorkflowInstanceStates.Aborted, WorkflowInstanceStates.Terminated } },
            new FaultPropagationQuery(),
            new ActivityStateQuery
            {
                ActivityName = "Reserve stock",
                States = { ActivityStates.Closed },
                Arguments = { "Article" },
                Variables = { "order" },
                QueryAnnotations = { ["team"] = "warehouse" },
            },
            new CustomTrackingQuery { Name = "parcel sent" },
        },
    };
}

public sealed class ConsoleParticipant(TextWriter output) : TrackingParticipant
{
    protected override void Track(TrackingRecord record, TimeSpan timeout) => output.WriteLine($"{record.RecordNumber}: {record switch
    {
        ActivityStateRecord activity => $"{activity.Activity.Name} is {activity.State}",
        WorkflowInstanceRecord instance => $"the workflow is {instance.State}",
        _ => record.GetType().Name,
    }}");
}

public sealed class SendParcel : CodeActivity
{
    public required InArgument<string> Address { get; init; }

    protected override void Execute(CodeActivityContext context) =>
        context.Track(new CustomTrackingRecord("parcel sent", EventLevel.Informational) { Data = { ["address"] = Address.Get(context) } });
}

public sealed class AuditFile(string path) : TrackingParticipant
{
    public override bool IsGuaranteed => true;

    protected override void Track(TrackingRecord record, TimeSpan timeout) =>
        throw new NotSupportedException("Only the asynchronous method is called.");

    protected override Task TrackAsync(TrackingRecord record, CancellationToken cancellationToken) =>
        File.AppendAllTextAsync(path, $"{record.EventTime:O} {record.InstanceId} {record.RecordNumber} {record}\n", cancellationToken);
}
