namespace Workflow.Interop.Legacy.Runtime;

/// <summary>What was requested while a transaction scope runs. The thread that runs the instance uses it.</summary>
internal sealed class ScopeRequests
{
    private readonly List<InstanceRequest> _delivered = [];
    private readonly Queue<InstanceRequest> _waiting = new();

    /// <summary>An item has come: it comes again if the instance goes back.</summary>
    public void Repeat(InstanceRequest request) => _delivered.Add(request);

    /// <summary>A request cannot be handled before the scope has ended.</summary>
    public void HandleAfterwards(InstanceRequest request) => _waiting.Enqueue(request);

    /// <summary>No scope runs any more: what had to wait is requested again.</summary>
    /// <returns>The items that have come.</returns>
    public InstanceRequest[] Leave(InstanceGate gate)
    {
        while (_waiting.TryDequeue(out InstanceRequest request))
        {
            gate.Defer(request);
        }

        InstanceRequest[] delivered = [.. _delivered];
        _delivered.Clear();
        return delivered;
    }
}
