using System.Xml;
using System.Xml.Linq;

namespace Workflow.Runtime.Snapshots;

/// <summary>What the host knows of an instance, as members of the document.</summary>
internal static class StateFormat
{
    public static void Write(SnapshotState state, SnapshotWriter writer)
    {
        writer.Json.WriteString("id", state.InstanceId);
        if (state.Identity is { } identity)
        {
            writer.Json.WriteString("identity", identity.ToString());
        }

        writer.Json.WriteNumber("nextRecord", state.NextRecordNumber);
        writer.Json.WriteBoolean("hasStarted", state.HasStarted);
        writer.Json.WriteStartObject("participants");
        foreach ((XName name, object? value) in state.ParticipantValues)
        {
            // No other cell refers to a participant's values, which come back to the participant.
            writer.Cells.Write(name.ToString(), value, typeof(object), new PlaceOfValue("value of a participant", name.ToString(), null), isAlone: true);
        }

        writer.Json.WriteEndObject();
    }

    public static SnapshotState Read(Entry all, SnapshotReader reader)
    {
        Dictionary<XName, object?> values = [];
        foreach (Entry cell in all.Get("participants").Members())
        {
            values[NameOf(cell)] = reader.Cells.Read(cell, typeof(object), new PlaceOfValue("value of a participant", cell.Name, null), isAlone: true);
        }

        return new SnapshotState
        {
            InstanceId = reader.Instance.Id,
            Identity = all.TryGet("identity", out Entry identity) ? IdentityOf(identity) : null,
            NextRecordNumber = all.Get("nextRecord").Int64(),
            HasStarted = all.Get("hasStarted").Flag(),
            ParticipantValues = values,
        };
    }

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
