using System;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Services;

/// <summary>Sends parcels. Each parcel has its own conversation.</summary>
[ExternalDataExchange]
[CorrelationParameter("parcelId")]
public interface ICourier
{
    [CorrelationAlias("parcelId", "e.ParcelId")]
    event EventHandler<ParcelEventArgs> Arrived;

    [CorrelationInitializer]
    void Send(string parcelId, string article);
}
