using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Globalization;
using Workflow;

namespace PortedActivities.Culture;

/// <summary>Runs its body with a culture, however long the body takes, without changes to the activities in the body.</summary>
public sealed class CultureScope : NativeActivity
{
    private readonly Collection<Variable> _variables = new Collection<Variable>();

    [RequiredArgument]
    public InArgument<CultureInfo> Culture { get; set; }

    public Collection<Variable> Variables
    {
        get { return _variables; }
    }

    [DefaultValue(null)]
    public Activity Body { get; set; }

    protected override void Execute(NativeActivityContext context)
    {
        if (Body != null)
        {
            context.Properties.Add(CultureProperty.Name, new CultureProperty(Culture.Get(context)));
            context.ScheduleActivity(Body);
        }
    }
}
