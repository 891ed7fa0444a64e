using System;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Services;

/// <summary>The communication between workflows and the people at the desk.</summary>
[ExternalDataExchange]
public interface IOrderDesk
{
    event EventHandler<PaymentEventArgs> Paid;

    event EventHandler<OrderEventArgs> Cancelled;

    void AskForPayment(string orderNumber, decimal amount);

    void Remind(string orderNumber);
}
