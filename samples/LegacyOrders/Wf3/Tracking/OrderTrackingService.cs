using System;
using System.IO;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace LegacyOrders.Wf3.Tracking;

/// <summary>A tracking service of the application, which writes a line for each record of a workflow.</summary>
public class OrderTrackingService : TrackingService
{
    private readonly TextWriter _output;
    private readonly Type _workflowType;

    public OrderTrackingService(TextWriter output, Type workflowType)
    {
        _output = output;
        _workflowType = workflowType;
    }

    protected override TrackingChannel GetTrackingChannel(TrackingParameters parameters)
    {
        _output.WriteLine("    tracking of {0}", parameters.WorkflowType.Name);
        return new OrderTrackingChannel(_output);
    }

    protected override bool TryGetProfile(Type workflowType, out TrackingProfile profile)
    {
        profile = workflowType == _workflowType ? OrderProfiles.Create() : null;
        return profile != null;
    }

    protected override TrackingProfile GetProfile(Type workflowType, Version profileVersionId)
    {
        return OrderProfiles.Create();
    }

    protected override TrackingProfile GetProfile(Guid workflowInstanceId)
    {
        return OrderProfiles.Create();
    }

    protected override bool TryReloadProfile(Type workflowType, Guid workflowInstanceId, out TrackingProfile profile)
    {
        profile = null;
        return false;
    }
}
