using System.Xml;
using System.Xml.Linq;

namespace Workflow.Runtime.Snapshots;

/// <summary>What the host knows of an instance, as members of the document.</summary>
internal sealed class StateSection : Section
{
    private const string IdKey = "id", IdentityKey = "identity", RecordKey = "nextRecord", StartedKey = "hasStarted", ParticipantsKey = "participants";

    public static Guid IdOf(Entry all) => all.Get(IdKey).Id();

    public override void Write(SnapshotWriter writer)
    {
        SnapshotState state = writer.State;
        writer.Json.WriteString(IdKey, state.InstanceId);
        if (state.Identity is { } identity)
        {
            writer.Json.WriteString(IdentityKey, identity.ToString());
        }

        writer.Counter(RecordKey, state.NextRecordNumber);
        writer.Json.WriteBoolean(StartedKey, state.HasStarted);
        if (state.ParticipantValues.Count == 0)
        {
            return;
        }

        writer.Json.WriteStartObject(ParticipantsKey);
        foreach ((XName name, object? value) in state.ParticipantValues)
        {
            // No other cell refers to a participant's values, which come back to the participant.
            writer.Cells.Write(name.ToString(), value, typeof(object), PlaceOf(name.ToString()), isAlone: true);
        }

        writer.Json.WriteEndObject();
    }

    public override void Read(Entry all, SnapshotReader reader, LoadedRun run)
    {
        WorkflowIdentity? identity = all.TryGet(IdentityKey, out Entry text) ? IdentityOf(text) : null;
        long nextRecord = all.Get(RecordKey).Counter();
        bool hasStarted = all.Get(StartedKey).Flag();
        Dictionary<XName, object?> values = [];
        foreach (Entry cell in all.TryGet(ParticipantsKey, out Entry participants) ? participants.Members() : [])
        {
            values[NameOf(cell)] = reader.Cells.Read(cell, typeof(object), PlaceOf(cell.Name), isAlone: true);
        }

        run.State = new SnapshotState
        {
            InstanceId = reader.Instance.Id,
            Identity = identity,
            NextRecordNumber = nextRecord,
            HasStarted = hasStarted,
            ParticipantValues = values,
        };
    }

    private static PlaceOfValue PlaceOf(string name) => new("value of a participant", name, null);

    private static WorkflowIdentity IdentityOf(Entry identity) =>
        WorkflowIdentity.TryParse(identity.Text(), out WorkflowIdentity? read) ? read : throw identity.Wrong("is no identity");

    private static XName NameOf(Entry cell)
    {
        try
        {
            return XName.Get(cell.Name);
        }
        catch (Exception exception) when (exception is XmlException or ArgumentException)
        {
            throw cell.Wrong("is no name of a value", exception);
        }
    }
}
