using System.ComponentModel;
using System.IO;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Design;

namespace LegacyOrders.Wf3.Activities;

/// <summary>Books a van. A leaf that can be compensated.</summary>
[ToolboxItem(typeof(ActivityToolboxItem))]
[Designer(typeof(ActivityDesigner))]
public class BookVanActivity : Activity, ICompensatableActivity
{
    public static readonly DependencyProperty OrderNumberProperty = DependencyProperty.Register("OrderNumber", typeof(string), typeof(BookVanActivity));

    public BookVanActivity()
    {
    }

    public BookVanActivity(string name)
        : base(name)
    {
    }

    public string OrderNumber
    {
        get { return (string)base.GetValue(BookVanActivity.OrderNumberProperty); }
        set { base.SetValue(BookVanActivity.OrderNumberProperty, value); }
    }

    ActivityExecutionStatus ICompensatableActivity.Compensate(ActivityExecutionContext executionContext)
    {
        Write(executionContext, "van for {0} given back");
        return ActivityExecutionStatus.Closed;
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        Write(executionContext, "van for {0} booked");
        return ActivityExecutionStatus.Closed;
    }

    private void Write(ActivityExecutionContext context, string format)
    {
        TextWriter output = context.GetService<TextWriter>();
        if (output != null)
        {
            output.WriteLine("    " + format, OrderNumber);
        }
    }
}
