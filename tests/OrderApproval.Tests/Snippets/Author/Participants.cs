using System.Xml.Linq;
using Workflow;
using Workflow.Persistence;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

internal static class Participants
{
    public static Activity Ship(Activity pack, Activity send) => new Sequence { Activities = { pack, new Persist(), send } };
}

public sealed class ParcelCounter : PersistenceParticipant
{
    private static readonly XName Sent = XName.Get("parcels", "urn:shop"), Text = XName.Get("summary", "urn:shop");

    private int _sent;

    public void Add() => _sent++;

    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        readWriteValues = new Dictionary<XName, object?> { [Sent] = _sent };
        writeOnlyValues = null;
    }

    protected override IDictionary<XName, object?> MapValues(IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues) =>
        new Dictionary<XName, object?> { [Text] = $"{readWriteValues[Sent]} parcels on their way" };

    protected override void PublishValues(IDictionary<XName, object?> readWriteValues) => _sent = (int)(readWriteValues[Sent] ?? 0);
}

public sealed class SummaryFile(string path) : PersistenceIOParticipant(isSaveTransactionRequired: false, isLoadTransactionRequired: false)
{
    protected override Task OnSaveAsync(
        IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues, CancellationToken cancellationToken) =>
        File.WriteAllLinesAsync(path, writeOnlyValues.Select(value => $"{value.Key.LocalName}: {value.Value}"), cancellationToken);

    protected override void Abort()
    {
    }
}

public sealed class WithOpenFile : NativeActivity
{
    private readonly Variable<NoPersistHandle> _unsaved = new();

    public Activity? Body { get; set; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddImplementationVariable(_unsaved);
    }

    protected override void Execute(NativeActivityContext context)
    {
        _unsaved.Get(context).Enter(context);
        if (Body is not null)
        {
            context.ScheduleActivity(Body);
        }
    }
}
