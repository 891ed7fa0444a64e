using System;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Services;

/// <summary>The data of an event about the order of a workflow instance.</summary>
[Serializable]
public class OrderEventArgs : ExternalDataEventArgs
{
    public OrderEventArgs(Guid instanceId, string reason)
        : base(instanceId)
    {
        Reason = reason;
    }

    public string Reason { get; private set; }
}
