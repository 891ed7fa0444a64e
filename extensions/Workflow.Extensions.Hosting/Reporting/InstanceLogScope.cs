using System.Collections;

namespace Workflow.Extensions.Hosting;

/// <summary>The logging scope in which an instance runs.</summary>
internal sealed class InstanceLogScope(Guid instanceId, HostedDefinition definition) : IReadOnlyList<KeyValuePair<string, object?>>
{
    /// <summary>The key of the instance; null if the instance has no key, or the key is not loaded yet.</summary>
    public string? Key { get; set; }

    public Guid InstanceId => instanceId;

    public int Count => 4;

    public KeyValuePair<string, object?> this[int index] => index switch
    {
        0 => new("WorkflowInstanceId", instanceId),
        1 => new("WorkflowKey", Key),
        2 => new("WorkflowDefinition", definition.Name),
        3 => new("WorkflowVersion", definition.Version),
        _ => throw new ArgumentOutOfRangeException(nameof(index)),
    };

    public IEnumerator<KeyValuePair<string, object?>> GetEnumerator() => Enumerable.Range(0, Count).Select(index => this[index]).GetEnumerator();

    public override string ToString() =>
        $"workflow instance {instanceId}{(Key is null ? string.Empty : $" ({Key})")} of {definition.Name} {definition.Version}";

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
