using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Reference;

/// <summary>
/// Rule 15, the part about activities: the records, their order and the time of their delivery. The texts are those of <see cref="TestKit.RecordText"/>.
/// </summary>
internal sealed class Records(Session session)
{
    /// <summary>The prefix of log entries for tracking records.</summary>
    public const string Mark = "* ";

    private readonly List<string> _pending = [];
    private long _next;

    /// <summary>True after an abort: no further records of activities are reported (rule 6).</summary>
    public bool IsSilent { get; set; }

    public void Scheduled(Instance? parent, Instance child) => Add($"{NameOf(parent)} > {child.Name}");

    public void Reached(Instance instance) => Add($"{instance.Name} {instance.State}");

    public void CancelRequested(Instance instance) => Add($"{NameOf(instance.Parent)} x {instance.Name}");

    public void FaultPropagated(Exception exception, Instance source, Instance from, Instance? handler) =>
        Add($"{exception.Message} of {source.Name}{(source == from ? "!" : "")} to {NameOf(handler)}");

    public void Resumed(ModelBookmark bookmark) => Add($"'{bookmark.Name}' @ {bookmark.Owner.Name}");

    /// <summary>Delivers the pending records at the end of the item (rule 15.2).</summary>
    public void Deliver()
    {
        _pending.ForEach(session.Add);
        _pending.Clear();
    }

    private static string NameOf(Instance? instance) => instance?.Name ?? "-";

    private void Add(string text)
    {
        if (!IsSilent)
        {
            _pending.Add($"{Mark}{_next++} {text}");
        }
    }
}
