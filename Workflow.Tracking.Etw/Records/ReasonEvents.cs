using System.Runtime.InteropServices;

namespace Workflow.Tracking.Etw.Records;

/// <summary>The two events of a kind of instance record that has a reason: without and with the identity of the definition.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct ReasonEvents(int Id, ReasonEvents.Plain Write, int IdWithIdentity, ReasonEvents.Identified WriteWithIdentity)
{
    internal delegate void Plain(
        Guid instanceId, long recordNumber, DateTime eventTime, string activityDefinitionId, string reason,
        string annotations, string profileName, string hostReference, string appDomain);

    internal delegate void Identified(
        Guid instanceId, long recordNumber, DateTime eventTime, string activityDefinitionId, string workflowDefinitionIdentity, string reason,
        string annotations, string profileName, string hostReference, string appDomain);
}
