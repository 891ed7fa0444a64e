using System;
using LegacyOrders.Wf3.Services;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;

namespace LegacyOrders.Wf3.Activities;

/// <summary>Waits for IOrderDesk.Cancelled. Tools for WF3 generated such a class for each event of an interface.</summary>
public class CancelledActivity : HandleExternalEventActivity
{
    public static readonly DependencyProperty ReasonProperty = DependencyProperty.Register("Reason", typeof(string), typeof(CancelledActivity));

    public override Type InterfaceType
    {
        get { return typeof(IOrderDesk); }
        set { throw new InvalidOperationException("The interface is that of the class."); }
    }

    public override string EventName
    {
        get { return "Cancelled"; }
        set { throw new InvalidOperationException("The event is that of the class."); }
    }

    public string Reason
    {
        get { return (string)base.GetValue(CancelledActivity.ReasonProperty); }
        set { base.SetValue(CancelledActivity.ReasonProperty, value); }
    }

    protected override void OnInvoked(EventArgs e)
    {
        OrderEventArgs cancellation = (OrderEventArgs)base.ParameterBindings["e"].Value;
        Reason = cancellation.Reason;
    }
}
