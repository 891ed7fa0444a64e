using System;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Services;

/// <summary>Where goods come back.</summary>
[ExternalDataExchange]
public interface IReturnDesk
{
    event EventHandler<OrderEventArgs> Accepted;
}
