using System.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.ComponentModel.Design;

namespace LegacyOrders.Wf3.Activities;

/// <summary>Inspects the goods, and sends the result to the tracking services.</summary>
[ToolboxItem(typeof(ActivityToolboxItem))]
[Designer(typeof(ActivityDesigner))]
public class InspectActivity : Activity
{
    public static readonly DependencyProperty ConditionProperty = DependencyProperty.Register("Condition", typeof(string), typeof(InspectActivity));

    public InspectActivity()
    {
    }

    public InspectActivity(string name)
        : base(name)
    {
    }

    [ValidationVisibility(ValidationVisibility.Optional)]
    [Editor(typeof(BindUITypeEditor), typeof(object))]
    public string Condition
    {
        get { return (string)base.GetValue(InspectActivity.ConditionProperty); }
        set { base.SetValue(InspectActivity.ConditionProperty, value); }
    }

    /// <summary>The type of the goods, as the designer shows it.</summary>
    [Editor(typeof(TypeBrowserEditor), typeof(object))]
    [ValidationVisibility(ValidationVisibility.Hidden)]
    public string GoodsType { get; set; }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        executionContext.TrackData("condition", Condition);
        executionContext.TrackData(Condition.Length);
        return ActivityExecutionStatus.Closed;
    }
}
