using System;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Runtime;

namespace LegacyOrders.Wf3.Services;

/// <summary>The data of an event about a payment. The ledger books the payment together with the next save of the instance.</summary>
[Serializable]
public class PaymentEventArgs : ExternalDataEventArgs
{
    public PaymentEventArgs(Guid instanceId, decimal amount, IPendingWork ledger)
        : base(instanceId, ledger, amount)
    {
        Amount = amount;
    }

    public decimal Amount { get; private set; }
}
