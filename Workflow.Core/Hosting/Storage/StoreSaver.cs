using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>The saves of an instance in its host's store, and its participants' (rules 7.5.1, 7.8 and 7.9.1).</summary>
internal sealed class StoreSaver : InstanceSaver
{
    private readonly InstanceStore _store;
    private readonly Guid _instanceId;
    private readonly WorkflowIdentity? _identity;
    private readonly PersistenceServices _tools;
    private readonly Action<Exception> _lost;
    private Dictionary<XName, object?>? _initialValues;
    private InstanceLock? _lock;
    private bool _isWriting;

    /// <summary>For an instance that began here.</summary>
    /// <param name="store">The store.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="identity">Its definition.</param>
    /// <param name="tools">What its extensions bring.</param>
    /// <param name="lost">Told once, on any thread, when the instance is no longer this process's.</param>
    public StoreSaver(InstanceStore store, Guid instanceId, WorkflowIdentity? identity, PersistenceServices tools, Action<Exception> lost)
    {
        _store = store;
        _instanceId = instanceId;
        _identity = identity;
        _tools = tools;
        _lost = lost;
    }

    /// <summary>For an instance that was loaded.</summary>
    public StoreSaver(InstanceLock instanceLock, PersistenceServices tools, Action<Exception> lost)
        : this(instanceLock.Store, instanceLock.InstanceId, instanceLock.Loaded!.DefinitionIdentity, tools, lost) => Take(instanceLock);

    /// <summary>What the first save writes beside, for others to read; null for nothing.</summary>
    public Dictionary<XName, object?>? InitialValues
    {
        init => _initialValues = value;
    }

    /// <inheritdoc/>
    public override bool IsInDoubt => _isWriting;

    /// <summary>Saves the instance; when that unlocks or completes it, lets go of it.</summary>
    /// <exception cref="SnapshotException">Something cannot be saved; nothing was written.</exception>
    public Task SaveAsync(SaveRequest request, CancellationToken cancellationToken) => RunAsync(token => WriteAsync(request, token), cancellationToken);

    /// <summary>Lets go of the instance: others may load what was saved of it last. Does not fail, and nobody has to wait for it.</summary>
    public override Task ReleaseAsync(Exception? failure = null) => Interlocked.Exchange(ref _lock, null)?.ReleaseAsync(failure) ?? Task.CompletedTask;

    /// <summary>Where the store was at it, who waits is told that nobody knows the outcome.</summary>
    protected override Exception ReasonFor(Exception abortReason) => IsInDoubt
        ? new WorkflowApplicationAbortedException(
            $"The workflow instance was aborted while it was being saved, so the stored state is unknown: it is the one of this save or of the last before; load the instance to see. {abortReason.Message}",
            _instanceId,
            abortReason)
        : abortReason;

    private async Task WriteAsync(SaveRequest request, CancellationToken cancellationToken)
    {
        PersistencePipeline pipeline = new(_tools.Participants);
        pipeline.Collect(request.MappedVariables);
        InstanceContent content = ContentOf(request, pipeline);
        if (_lock is null)
        {
            Take(await InstanceLock.OpenAsync(_store, _instanceId, _identity, cancellationToken).ConfigureAwait(false));
        }

        _isWriting = true;
        try
        {
            await pipeline.SaveAsync(_lock!, content, request.Unlock, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception) when (!cancellationToken.IsCancellationRequested)
        {
            _isWriting = false;
            throw;
        }

        _isWriting = false;
        _initialValues = null;
        if (request.Unlock || content.IsCompleted)
        {
            // The save has succeeded whatever becomes of the owner, which expires if it cannot be deleted.
            _ = ReleaseAsync();
        }
    }

    private void Take(InstanceLock instanceLock)
    {
        _lock = instanceLock;
        instanceLock.Watch(_lost);
    }

    private InstanceContent ContentOf(SaveRequest request, PersistencePipeline pipeline) => new()
    {
        Status = request.Status,
        DefinitionIdentity = _identity,
        State = request.Capture?.Invoke(pipeline.ReadWriteValues) ?? default,
        Bookmarks =
        [
            .. request.Bookmarks.Select(bookmark => new SavedBookmark
            {
                Name = bookmark.BookmarkName,
                OwnerDisplayName = bookmark.OwnerDisplayName,
                ScopeId = bookmark.ScopeInfo is { IsInitialized: true } scope ? scope.Id : null,
            }),
        ],
        DueIn = DueIn(pipeline.WriteOnlyValues),
        WriteOnlyValues = new WriteOnlyValues(_tools).Add(pipeline.WriteOnlyValues).AddEnd(request).Values,
        InitialValues = new WriteOnlyValues(_tools).Add(_initialValues).Values,
    };

    private TimeSpan? DueIn(IReadOnlyDictionary<XName, object?> values) => values.GetValueOrDefault(KnownValues.TimerExpirationTime) switch
    {
        DateTime due => due.ToUniversalTime() - _tools.Clock.GetUtcNow().UtcDateTime,
        DateTimeOffset due => due - _tools.Clock.GetUtcNow(),
        _ => null,
    };
}
