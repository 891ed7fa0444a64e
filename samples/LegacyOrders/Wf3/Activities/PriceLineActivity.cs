using System.ComponentModel;
using LegacyOrders.Wf3.Orders;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.ComponentModel.Design;

namespace LegacyOrders.Wf3.Activities;

/// <summary>Computes the price of a line of an order. A leaf with dependency properties, as most custom activities of WF3 are.</summary>
[ToolboxItem(typeof(ActivityToolboxItem))]
[Designer(typeof(ActivityDesigner))]
[ActivityValidator(typeof(PriceLineValidator))]
[Description("Computes what a line of an order costs.")]
public class PriceLineActivity : Activity
{
    public static readonly DependencyProperty LineProperty = DependencyProperty.Register("Line", typeof(OrderLine), typeof(PriceLineActivity));

    public static readonly DependencyProperty AmountProperty = DependencyProperty.Register("Amount", typeof(decimal), typeof(PriceLineActivity));

    public static readonly DependencyProperty FactorProperty = DependencyProperty.Register(
        "Factor", typeof(decimal), typeof(PriceLineActivity), new PropertyMetadata(1m, DependencyPropertyOptions.Metadata));

    public PriceLineActivity()
    {
    }

    public PriceLineActivity(string name)
        : base(name)
    {
    }

    [Browsable(true)]
    [DesignerSerializationVisibility(DesignerSerializationVisibility.Visible)]
    [ValidationOption(ValidationOption.Required)]
    [TypeConverter(typeof(ActivityBindTypeConverter))]
    public OrderLine Line
    {
        get { return (OrderLine)base.GetValue(PriceLineActivity.LineProperty); }
        set { base.SetValue(PriceLineActivity.LineProperty, value); }
    }

    [Browsable(false)]
    [DesignerSerializationVisibility(DesignerSerializationVisibility.Hidden)]
    public decimal Amount
    {
        get { return (decimal)base.GetValue(PriceLineActivity.AmountProperty); }
        set { base.SetValue(PriceLineActivity.AmountProperty, value); }
    }

    /// <summary>The factor of the price. It is a part of the definition, and does not change while the workflow runs.</summary>
    [ValidationOption(ValidationOption.Optional)]
    public decimal Factor
    {
        get { return (decimal)base.GetValue(PriceLineActivity.FactorProperty); }
        set { base.SetValue(PriceLineActivity.FactorProperty, value); }
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        Amount = Line.Price * Line.Quantity * Factor;
        return ActivityExecutionStatus.Closed;
    }
}
