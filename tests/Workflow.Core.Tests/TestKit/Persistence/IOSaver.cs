using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A participant with input and output whose saves end when the test ends them.</summary>
internal sealed class IOSaver(Log log, string name = "io", bool needsTransaction = false)
    : PersistenceIOParticipant(needsTransaction, isLoadTransactionRequired: false)
{
    private TaskCompletionSource _source = new();

    /// <summary>True to end each save at once.</summary>
    public bool IsPrompt { get; init; }

    public Action<IDictionary<XName, object?>, IDictionary<XName, object?>>? OnSave { get; init; }

    public Action? OnEnd { get; init; }

    public Action? OnAbort { get; init; }

    public CancellationToken Token { get; private set; }

    /// <summary>Ends the save. The consequences run on this thread before the method returns.</summary>
    public void Succeed() => NoContext.Run(_source.SetResult);

    public void Fail(Exception exception) => NoContext.Run(() => _source.SetException(exception));

    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        log.Add($"{name} collects");
        base.CollectValues(out readWriteValues, out writeOnlyValues);
    }

    protected override async Task OnSaveAsync(
        IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues, CancellationToken cancellationToken)
    {
        log.Add($"{name} saves");
        _source = new TaskCompletionSource();
        Token = cancellationToken;
        OnSave?.Invoke(readWriteValues, writeOnlyValues);
        if (!IsPrompt)
        {
            await _source.Task.ConfigureAwait(false);
        }

        OnEnd?.Invoke();
        log.Add($"{name} saved");
    }

    protected override void Abort()
    {
        log.Add($"{name} aborts");
        OnAbort?.Invoke();
    }
}
