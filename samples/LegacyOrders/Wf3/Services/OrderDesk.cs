using System;
using System.IO;
using Workflow.Interop.Legacy.Runtime;

namespace LegacyOrders.Wf3.Services;

/// <summary>The local service of the desk.</summary>
public class OrderDesk : IOrderDesk, ICourier
{
    private readonly TextWriter _output;

    public OrderDesk(TextWriter output)
    {
        _output = output;
        Ledger = new Ledger(output);
    }

    public event EventHandler<PaymentEventArgs> Paid;

    public event EventHandler<OrderEventArgs> Cancelled;

    public event EventHandler<ParcelEventArgs> Arrived;

    public Ledger Ledger { get; private set; }

    /// <summary>The instance that asked for a payment last.</summary>
    public Guid Caller { get; private set; }

    public void AskForPayment(string orderNumber, decimal amount)
    {
        Caller = WorkflowEnvironment.WorkflowInstanceId;
        WorkflowEnvironment.WorkBatch.Add(Ledger, "invoice " + orderNumber);
        _output.WriteLine("    desk: {0}, please pay {1:0.00}", orderNumber, amount);
    }

    public void Remind(string orderNumber)
    {
        _output.WriteLine("    desk: {0} is not paid yet", orderNumber);
    }

    public void Send(string parcelId, string article)
    {
        _output.WriteLine("    courier: parcel {0} with {1}", parcelId, article);
    }

    public void Pay(Guid instanceId, decimal amount)
    {
        Paid(this, new PaymentEventArgs(instanceId, amount, Ledger));
    }

    public void Cancel(Guid instanceId, string reason)
    {
        Cancelled(this, new OrderEventArgs(instanceId, reason));
    }

    public void Deliver(Guid instanceId, string parcelId)
    {
        Arrived(this, new ParcelEventArgs(instanceId, parcelId));
    }
}
