using System.Collections.ObjectModel;
using System.Xml;
using System.Xml.Linq;

namespace Workflow.Runtime.Snapshots;

/// <summary>The data of the host for an instance, as members of the document.</summary>
internal sealed class StateSection : Section
{
    private const string IdKey = "id", IdentityKey = "identity", RecordKey = "nextRecord", StartedKey = "hasStarted", ParticipantsKey = "participants";

    public static Guid IdOf(SnapshotNode all) => all.Get(IdKey).Id();

    public override void Write(SnapshotWriter writer)
    {
        SnapshotState state = writer.State;
        writer.Json.WriteString(IdKey, state.InstanceId);
        if (state.Identity is { } identity)
        {
            writer.Json.WriteString(IdentityKey, identity.ToString());
        }

        writer.WriteCounter(RecordKey, state.NextRecordNumber);
        writer.Json.WriteBoolean(StartedKey, state.HasStarted);
        if (state.ParticipantValues.Count == 0)
        {
            return;
        }

        writer.Json.WriteStartObject(ParticipantsKey);
        foreach ((XName name, object? value) in state.ParticipantValues)
        {
            // A participant gets its values back separately, so no other value may refer to their objects.
            writer.Values.Write(name.ToString(), value, typeof(object), OriginOf(name.ToString()), isStandalone: true);
        }

        writer.Json.WriteEndObject();
    }

    public override void Read(SnapshotNode all, SnapshotReader reader, LoadedRun run)
    {
        WorkflowIdentity? identity = all.TryGet(IdentityKey, out SnapshotNode text) ? IdentityOf(text) : null;
        long nextRecord = all.Get(RecordKey).Counter();
        bool hasStarted = all.Get(StartedKey).Flag();
        Dictionary<XName, object?>? values = null;
        foreach (SnapshotNode encoded in all.MembersOf(ParticipantsKey))
        {
            (values ??= [])[NameOf(encoded)] = reader.Values.Read(encoded, typeof(object), OriginOf(encoded.Name), isStandalone: true);
        }

        run.State = new SnapshotState
        {
            InstanceId = reader.Instance.Id,
            Identity = identity,
            NextRecordNumber = nextRecord,
            HasStarted = hasStarted,
            ParticipantValues = values is null ? ReadOnlyDictionary<XName, object?>.Empty : values,
        };
    }

    private static ValueOrigin OriginOf(string name) => new("value of a participant", name, null);

    private static WorkflowIdentity IdentityOf(SnapshotNode identity) =>
        WorkflowIdentity.TryParse(identity.Text(), out WorkflowIdentity? read) ? read : throw identity.Invalid("is not a workflow identity");

    private static XName NameOf(SnapshotNode encoded)
    {
        try
        {
            return XName.Get(encoded.Name);
        }
        catch (Exception exception) when (exception is XmlException or ArgumentException)
        {
            throw encoded.Invalid("is not an XML name", inner: exception);
        }
    }
}
