using System;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Services;

/// <summary>The desk that receives returned goods.</summary>
[ExternalDataExchange]
public interface IReturnDesk
{
    event EventHandler<OrderEventArgs> Accepted;
}
