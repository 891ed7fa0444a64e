using System;
using LegacyOrders.Wf3.Services;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;

namespace LegacyOrders.Wf3.Activities;

/// <summary>Calls IOrderDesk.Remind. Tools for WF3 generated such a class for each method of an interface.</summary>
public class RemindActivity : CallExternalMethodActivity
{
    public static readonly DependencyProperty OrderNumberProperty = DependencyProperty.Register("OrderNumber", typeof(string), typeof(RemindActivity));

    public override Type InterfaceType
    {
        get { return typeof(IOrderDesk); }
        set { throw new InvalidOperationException("The interface is that of the class."); }
    }

    public override string MethodName
    {
        get { return "Remind"; }
        set { throw new InvalidOperationException("The method is that of the class."); }
    }

    public string OrderNumber
    {
        get { return (string)base.GetValue(RemindActivity.OrderNumberProperty); }
        set { base.SetValue(RemindActivity.OrderNumberProperty, value); }
    }

    /// <summary>The number of calls of the method.</summary>
    public int Calls { get; private set; }

    protected override void OnMethodInvoking(EventArgs e)
    {
        base.ParameterBindings["orderNumber"].Value = OrderNumber;
    }

    protected override void OnMethodInvoked(EventArgs e)
    {
        Calls++;
    }
}
