using System.Globalization;
using System.Threading;
using Workflow;

namespace PortedActivities.Culture;

/// <summary>Sets a culture on the thread while activities in its scope run, and restores the previous one afterwards.</summary>
internal sealed class CultureProperty : IExecutionProperty
{
    public const string Name = "PortedActivities.Culture";

    private readonly CultureInfo _culture;
    private CultureInfo _previous;

    public CultureProperty(CultureInfo culture)
    {
        _culture = culture;
    }

    void IExecutionProperty.SetupWorkflowThread()
    {
        _previous = Thread.CurrentThread.CurrentCulture;
        Thread.CurrentThread.CurrentCulture = _culture;
    }

    void IExecutionProperty.CleanupWorkflowThread()
    {
        Thread.CurrentThread.CurrentCulture = _previous;
    }
}
