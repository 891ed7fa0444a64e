using Workflow.Definition;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Counts an instance as idle for monitoring, from its passivation until it runs again or ends.</summary>
/// <remarks>A field that is changed in place.</remarks>
internal struct IdleCount
{
    /// <summary>The instance has been counted: also when the listener has gone since, it is subtracted again.</summary>
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
