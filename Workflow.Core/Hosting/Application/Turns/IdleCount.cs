using Workflow.Definition;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Counts an instance as idle in the metrics, from its passivation until it runs again or ends.</summary>
/// <remarks>A mutable struct; it must be a field.</remarks>
internal struct IdleCount
{
    /// <summary>True if the instance was counted. Then it is subtracted again, even if there is no listener any more.</summary>
    private bool _isCounted;

    public void Begin(Program program)
    {
        if (!_isCounted && InstanceMeter.Idle.Enabled)
        {
            _isCounted = true;
            InstanceMeter.Idle.Add(1, InstanceMeter.DefinitionTag(program.Root.DisplayName));
        }
    }

    public void End(Program program)
    {
        if (_isCounted)
        {
            _isCounted = false;
            InstanceMeter.Idle.Add(-1, InstanceMeter.DefinitionTag(program.Root.DisplayName));
        }
    }
}
