using System;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Services;

/// <summary>The local service for returns.</summary>
public class ReturnDesk : IReturnDesk
{
    public event EventHandler<OrderEventArgs> Accepted;

    /// <summary>Accepts a return.</summary>
    /// <returns>True if an instance waits for the acceptance.</returns>
    public bool TryAccept(Guid instanceId, string employee)
    {
        OrderEventArgs e = new OrderEventArgs(instanceId, "accepted");
        e.Identity = employee;
        try
        {
            Accepted(this, e);
            return true;
        }
        catch (EventDeliveryFailedException)
        {
            return false;
        }
    }
}
