using Workflow.Persistence;

namespace Workflow.Testing;

/// <summary>A run of one order of events. All hosts that run the instance, one after the other, share the clock, the store and the effects.</summary>
internal sealed class InterleavingRun(Activity definition, InterleavingOptions options) : IAsyncDisposable
{
    private readonly VirtualTimeProvider _time = new();
    private readonly EffectLog _effects = new();
    private readonly MessageValues _messages = new();
    private readonly List<TestHost> _hosts = [];
    private readonly List<TestInstance> _overtaken = [];
    private InMemoryInstanceStore? _store;
    private TestInstance? _instance;

    private TestHost Host => _hosts[^1];

    private TestInstance Instance => _instance!;

    public async Task<InterleavingOutcome> RunAsync(IReadOnlyList<TestEvent> events, CancellationToken cancellationToken)
    {
        _store = ProcessStore.CreateShared(_time);
        AddHost();
        _instance = Host.Start(definition, options.Inputs);
        await Instance.RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        IReadOnlyList<TestEvent> undelivered = await DeliverAsync(events, cancellationToken).ConfigureAwait(false);
        if (Instance.Result is null && (options.MustEnd || _time.NextTimer is not null))
        {
            await RunToEndAsync(cancellationToken).ConfigureAwait(false);
        }

        await RunOvertakenAsync(cancellationToken).ConfigureAwait(false);
        if (Instance.Result is { State: ActivityInstanceState.Faulted, Exception: var fault } && !options.MayFault)
        {
            throw Instance.Fail($"The workflow ended Faulted with {fault?.GetType().Name}: {fault?.Message}");
        }

        InterleavingOutcome outcome = new(events, undelivered, Instance.Result, Instance.Trace, _effects);
        options.Verify?.Invoke(outcome);
        return outcome;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (TestHost host in _hosts)
        {
            await host.DisposeAsync().ConfigureAwait(false);
        }
    }

    private void AddHost() => _hosts.Add(new TestHost(new TestHostOptions
    {
        Time = _time,
        Store = new ProcessStore(_store!),
        Messages = _messages,
        OperationTimeout = options.OperationTimeout,
        Effects = _effects,
        AddExtensions = options.AddExtensions,
    }));

    private async Task RunToEndAsync(CancellationToken cancellationToken)
    {
        try
        {
            await Instance.RunToEndAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (WorkflowTestException exception) when (Instance.Result is null && !Instance.IsOver)
        {
            // The instance waits for an event that is not in the list.
            if (options.MustEnd)
            {
                exception.IsWait = true;
                throw;
            }
        }
    }

    /// <summary>Delivers the events. Returns those that could not be delivered.</summary>
    private async Task<IReadOnlyList<TestEvent>> DeliverAsync(IReadOnlyList<TestEvent> events, CancellationToken cancellationToken)
    {
        List<TestEvent> waiting = [];
        foreach (TestEvent next in events)
        {
            waiting.Add(next);

            // After each success, continue with the first undelivered event, because the delivered event may be a condition of an earlier one.
            for (int index = 0; index < waiting.Count;)
            {
                if (await TryDeliverAsync(waiting[index], cancellationToken).ConfigureAwait(false))
                {
                    waiting.RemoveAt(index);
                    index = 0;
                }
                else
                {
                    index++;
                }
            }
        }

        return waiting;
    }

    private async Task<bool> TryDeliverAsync(TestEvent next, CancellationToken cancellationToken)
    {
        bool isDelivered = next.IsTakeover
            ? await TryTakeOverAsync(cancellationToken).ConfigureAwait(false)
            : await next.TryDeliverAsync(Host, Instance, cancellationToken).ConfigureAwait(false);
        await RunOvertakenAsync(cancellationToken).ConfigureAwait(false);
        return isDelivered;
    }

    /// <summary>
    /// Ends the lease of the host without its knowledge, and loads the instance in another host. Returns false if the instance was not saved yet, is suspended,
    /// or has ended.
    /// </summary>
    private async Task<bool> TryTakeOverAsync(CancellationToken cancellationToken)
    {
        ProcessStore store = (ProcessStore)Host.Store!;
        if (Instance.Result is not null || Instance.IsSuspended || store.LastState.IsEmpty)
        {
            return false;
        }

        await store.GiveUpAsync().ConfigureAwait(false);
        _overtaken.Add(Instance);
        AddHost();
        _instance = await Host.LoadAsync(definition, Instance.Id, cancellationToken: cancellationToken).ConfigureAwait(false);
        await Instance.RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        return true;
    }

    /// <summary>Runs the instances whose host has lost its lease. Such an instance runs until it is saved; the failed save aborts it.</summary>
    private async Task RunOvertakenAsync(CancellationToken cancellationToken)
    {
        foreach (TestInstance instance in _overtaken.ToArray())
        {
            try
            {
                await instance.RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (WorkflowTestException) when (instance.IsOver)
            {
                _overtaken.Remove(instance);
            }
        }
    }
}
