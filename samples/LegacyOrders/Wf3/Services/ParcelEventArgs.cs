using System;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Services;

/// <summary>The data of an event about a parcel that has arrived.</summary>
[Serializable]
public class ParcelEventArgs : ExternalDataEventArgs
{
    public ParcelEventArgs(Guid instanceId, string parcelId)
        : base(instanceId)
    {
        ParcelId = parcelId;
    }

    public string ParcelId { get; private set; }
}
