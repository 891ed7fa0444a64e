using System.ComponentModel;
using System.IO;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Design;

namespace LegacyOrders.Wf3.Activities;

/// <summary>Writes a line to the TextWriter among the services of the runtime.</summary>
[ToolboxItem(typeof(ActivityToolboxItem))]
[Designer(typeof(ActivityDesigner))]
[ActivityDesignerTheme(typeof(ActivityDesignerTheme))]
public class WriteActivity : Activity
{
    public static readonly DependencyProperty TextProperty = DependencyProperty.Register("Text", typeof(string), typeof(WriteActivity));

    public WriteActivity()
    {
    }

    public WriteActivity(string name)
        : base(name)
    {
    }

    public string Text
    {
        get { return (string)base.GetValue(WriteActivity.TextProperty); }
        set { base.SetValue(WriteActivity.TextProperty, value); }
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        TextWriter output = executionContext.GetService<TextWriter>();
        if (output != null)
        {
            output.WriteLine("    {0}", Text);
        }

        return ActivityExecutionStatus.Closed;
    }
}
