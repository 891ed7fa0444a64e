using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using LegacyOrders.Wf3.Activities;
using LegacyOrders.Wf3.Orders;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel;

namespace LegacyOrders.Wf3.Workflows;

/// <summary>Prices, reserves, packs and loads an order. The activities are in FulfilmentWorkflow.Designer.cs, the rules in FulfilmentWorkflow.rules.</summary>
[SuppressMessage("Design", "CA1003", Justification = "Handlers have the form that the designer gave them.")]
public sealed partial class FulfilmentWorkflow : SequentialWorkflowActivity
{
    public static readonly DependencyProperty OrderProperty = DependencyProperty.Register("Order", typeof(Order), typeof(FulfilmentWorkflow));

    public static readonly DependencyProperty ReservationProperty = DependencyProperty.Register("Reservation", typeof(string), typeof(FulfilmentWorkflow));

    private int _boxes;

    public FulfilmentWorkflow()
    {
        InitializeComponent();
        Steps = new List<string>();
    }

    /// <summary>The input.</summary>
    public Order Order
    {
        get { return (Order)base.GetValue(FulfilmentWorkflow.OrderProperty); }
        set { base.SetValue(FulfilmentWorkflow.OrderProperty, value); }
    }

    public string Reservation
    {
        get { return (string)base.GetValue(FulfilmentWorkflow.ReservationProperty); }
        set { base.SetValue(FulfilmentWorkflow.ReservationProperty, value); }
    }

    /// <summary>The total price of the lines. The rules read it.</summary>
    public decimal Total { get; set; }

    /// <summary>The discount in percent. The rules write it.</summary>
    public int Discount { get; set; }

    /// <summary>An output: the amount that the customer pays. The rules write it.</summary>
    public decimal Payable { get; set; }

    /// <summary>An output: the outcome of the workflow.</summary>
    public string Outcome { get; set; }

    /// <summary>An output: the steps of this workflow.</summary>
    public List<string> Steps { get; private set; }

    public int LineCount
    {
        get { return Order.Lines.Count; }
    }

    public int Pieces
    {
        get
        {
            int pieces = 0;
            foreach (OrderLine line in Order.Lines)
            {
                pieces += line.Quantity;
            }

            return pieces;
        }
    }

    [RuleRead("Total")]
    public bool IsLargeOrder()
    {
        return Total >= 1000;
    }

    [RuleWrite("Discount")]
    public void AddDiscount(int percent)
    {
        Discount += percent;
    }

    [RuleInvoke("AddDiscount")]
    public void AddVolumeDiscount()
    {
        AddDiscount(5);
    }

    private void OnLineInitialized(object sender, ReplicatorChildEventArgs e)
    {
        PriceLineActivity line = (PriceLineActivity)e.Activity;
        line.Line = (OrderLine)e.InstanceData;
    }

    private void OnLineCompleted(object sender, ReplicatorChildEventArgs e)
    {
        ReplicatorActivity replicator = (ReplicatorActivity)sender;
        PriceLineActivity line = (PriceLineActivity)e.Activity;
        Total += line.Amount;
        Steps.Add(string.Format("line {0} of {1}: {2:0.00}", replicator.CurrentIndex + 1, replicator.CurrentChildData.Count, line.Amount));
    }

    private void OnCreditChecked(object sender, EventArgs e)
    {
        Steps.Add("credit checked");
    }

    private void OnSmallOrder(object sender, EventArgs e)
    {
        Steps.Add("no credit check");
    }

    private void HasPiecesLeft(object sender, ConditionalEventArgs e)
    {
        e.Result = _boxes * 10 < Pieces;
    }

    private void OnBoxPacked(object sender, EventArgs e)
    {
        _boxes++;
        Steps.Add("box " + _boxes);
    }

    private void OnChecked(object sender, EventArgs e)
    {
        Steps.Add(((Activity)sender).Name);
    }

    private void OnDone(object sender, EventArgs e)
    {
        Outcome = "on its way";
    }

    private void OnNotShipped(object sender, EventArgs e)
    {
        FaultHandlerActivity handler = (FaultHandlerActivity)((Activity)sender).Parent;
        Outcome = "not shipped: " + handler.Fault.Message;
    }

    private void OnBookingClosed(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        Steps.Add("booking " + e.ExecutionResult);
    }
}
