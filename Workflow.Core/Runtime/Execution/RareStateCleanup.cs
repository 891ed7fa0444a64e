using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Execution;

/// <summary>Ends the properties, handles and zones of an activity instance that completes.</summary>
internal sealed class RareStateCleanup(PropertyTable properties, NoPersistZones noPersist)
{
    /// <summary>Ends the properties first and then the handles of an instance (rule 1.5). Returns the first exception; null if there was none.</summary>
    public Exception? End(Frame frame)
    {
        Exception? failure = null;
        if (frame.RareState!.Properties is not null)
        {
            failure = properties.End(frame);
        }

        if (frame.RareState.HasHandles)
        {
            Exception? second = HandleLifetimes.Uninitialize(frame, frame.Plan.Handles!);
            failure ??= second;
        }

        noPersist.End(frame.RareState);
        frame.RareState.Reset();
        frame.Flags &= ~InstanceFlags.HasRareState;
        return failure;
    }
}
