using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A participant that logs saves, loads and published values. Its delegates can fail or wait.</summary>
internal sealed class IOLoader(Log log, string name = "io", bool needsTransaction = false) : PersistenceIOParticipant(needsTransaction, needsTransaction)
{
    public Func<CancellationToken, Task>? OnLoad { get; init; }

    public Func<CancellationToken, Task>? OnSave { get; init; }

    public Action? OnPublish { get; init; }

    protected override Task OnSaveAsync(
        IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues, CancellationToken cancellationToken)
    {
        log.Add($"{name} saves");
        return OnSave?.Invoke(cancellationToken) ?? Task.CompletedTask;
    }

    protected override Task OnLoadAsync(IDictionary<XName, object?> readWriteValues, CancellationToken cancellationToken)
    {
        log.Add($"{name} loads {Text(readWriteValues)}");
        return OnLoad?.Invoke(cancellationToken) ?? Task.CompletedTask;
    }

    protected override void PublishValues(IDictionary<XName, object?> readWriteValues)
    {
        log.Add($"{name} gets {Text(readWriteValues)}");
        OnPublish?.Invoke();
    }

    protected override void Abort() => log.Add($"{name} aborts");

    private static string Text(IDictionary<XName, object?> values) => string.Join(",", values.Select(value => $"{value.Key.LocalName}={value.Value}"));
}
