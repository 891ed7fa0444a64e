using System;
using System.Collections.Generic;
using LegacyOrders.Wf3.Activities;
using LegacyOrders.Wf3.Orders;
using LegacyOrders.Wf3.Services;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;

namespace LegacyOrders.Wf3.Workflows;

/// <summary>
/// The life of an order as a state machine, with the states WaitingForPayment, Preparing, InTransit and Cancelled, and the final state ClosedState. The states
/// are in OrderWorkflow.Designer.cs.
/// </summary>
public sealed partial class OrderWorkflow : StateMachineWorkflowActivity
{
    public static readonly DependencyProperty OrderProperty = DependencyProperty.Register("Order", typeof(Order), typeof(OrderWorkflow));

    public static readonly DependencyProperty AmountProperty = DependencyProperty.Register("Amount", typeof(decimal), typeof(OrderWorkflow));

    public OrderWorkflow()
    {
        InitializeComponent();
        History = new List<string>();
    }

    public Order Order
    {
        get { return (Order)base.GetValue(OrderWorkflow.OrderProperty); }
        set { base.SetValue(OrderWorkflow.OrderProperty, value); }
    }

    public decimal Amount
    {
        get { return (decimal)base.GetValue(OrderWorkflow.AmountProperty); }
        set { base.SetValue(OrderWorkflow.AmountProperty, value); }
    }

    public decimal PaidAmount { get; set; }

    public int Reminders { get; set; }

    /// <summary>An output: the events of the order.</summary>
    public List<string> History { get; private set; }

    public string ParcelId
    {
        get { return "P-" + Order.Number; }
    }

    public string Article
    {
        get { return Order.Lines.Count + " articles"; }
    }

    private void OnPaid(object sender, ExternalDataEventArgs e)
    {
        PaymentEventArgs payment = (PaymentEventArgs)e;
        PaidAmount += payment.Amount;
        History.Add(string.Format("paid {0:0.00}", payment.Amount));
    }

    private void IsPaid(object sender, ConditionalEventArgs e)
    {
        e.Result = PaidAmount >= Amount;
    }

    private void OnInitializeReminder(object sender, EventArgs e)
    {
        DelayActivity delay = (DelayActivity)sender;
        delay.TimeoutDuration = TimeSpan.FromDays(5 + Reminders);
    }

    private void OnReminding(object sender, EventArgs e)
    {
        Reminders++;
        History.Add("reminder " + Reminders);
    }

    private void OnLeavingWaiting(object sender, EventArgs e)
    {
        History.Add("left WaitingForPayment");
    }

    private void OnCancelled(object sender, ExternalDataEventArgs e)
    {
        OrderEventArgs cancellation = (OrderEventArgs)e;
        History.Add("cancelled: " + cancellation.Reason);
    }

    private void OnNoteRead(object sender, EventArgs e)
    {
        ReadNoteActivity activity = (ReadNoteActivity)sender;
        History.Add("note: " + activity.Note);
    }

    private void OnArrived(object sender, ExternalDataEventArgs e)
    {
        History.Add("arrived");
    }
}
