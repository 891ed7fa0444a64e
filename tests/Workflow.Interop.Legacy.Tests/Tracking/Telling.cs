using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Tests.Tracking;

/// <summary>Sends data with the method of its context and with its own method.</summary>
public sealed class Telling(string name) : Activity(name)
{
    public void Tell(object data) => TrackData(data);

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        executionContext.TrackData("k", "text");
        executionContext.TrackData(5);
        TrackData("text");
        return ActivityExecutionStatus.Closed;
    }
}
