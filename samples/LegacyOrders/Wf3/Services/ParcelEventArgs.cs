using System;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Services;

/// <summary>A parcel is where it should be.</summary>
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
