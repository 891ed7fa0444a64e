using System.IO;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace LegacyOrders.Wf3.Tracking;

/// <summary>Writes the records of one instance.</summary>
public class OrderTrackingChannel : TrackingChannel
{
    private readonly TextWriter _output;

    public OrderTrackingChannel(TextWriter output)
    {
        _output = output;
    }

    protected override void Send(TrackingRecord record)
    {
        _output.WriteLine("    {0}. {1}", record.EventOrder, RecordTexts.Of(record));
    }

    protected override void InstanceCompletedOrTerminated()
    {
        _output.WriteLine("    end of tracking");
    }
}
