using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>One run of a script, in which the process may be lost once. The clock, the store and the effects outlive the process.</summary>
internal sealed class CrashRun
{
    private readonly Activity _definition;
    private readonly CrashTestOptions _options;
    private readonly CrashPoints _points;
    private readonly VirtualTimeProvider _time = new();
    private readonly InMemoryInstanceStore _shared;
    private readonly EffectLog _effects = new();
    private readonly MessageValues _messages = new();
    private readonly List<string> _steps = [];
    private readonly List<WorkflowTrace> _traces = [];
    private readonly DateTimeOffset?[] _advancedTo;
    private int _delivered;
    private int? _durable;

    public CrashRun(Activity definition, CrashTestOptions options, int point)
    {
        (_definition, _options, _points) = (definition, options, new CrashPoints(point));
        _shared = ProcessStore.CreateShared(_time);
        _advancedTo = new DateTimeOffset?[options.Events.Count];
    }

    /// <summary>The points that the run has passed. In a run without a crash, these are all points.</summary>
    public IReadOnlyList<string> Points => _points.Passed;

    /// <summary>The point at which the process was lost; null if it was not lost.</summary>
    public string? LostAt => _points.IsLost ? Points[^1] : null;

    /// <summary>The steps that replay the run, as text.</summary>
    public IReadOnlyList<string> Steps => _steps;

    /// <summary>The trace of each process.</summary>
    public IReadOnlyList<WorkflowTrace> Traces => _traces;

    public async Task<CrashOutcome> RunAsync(CancellationToken cancellationToken)
    {
        _steps.Add("start");
        TestInstance first = await RunProcessAsync(_points, host => Task.FromResult(Start(host)), cancellationToken).ConfigureAwait(false);
        TestInstance last = first;
        if (_points.IsLost)
        {
            _steps.Add($"the process is lost {LostAt}");
            last = await RecoverAsync(first, cancellationToken).ConfigureAwait(false);
        }

        return new CrashOutcome(LostAt, last.Ending!, _effects.Keys);
    }

    private async Task<TestInstance> RecoverAsync(TestInstance lost, CancellationToken cancellationToken)
    {
        if (_durable is not { } durable)
        {
            _steps.Add("nothing was saved, and another process starts the workflow again");
            _delivered = 0;
            return await RunProcessAsync(new CrashPoints(0), host => Task.FromResult(Start(host)), cancellationToken).ConfigureAwait(false);
        }

        _delivered = durable;
        bool isSuspended = await IsSuspendedAsync(lost.Id, cancellationToken).ConfigureAwait(false);
        _steps.Add(isSuspended ? "another process finds the instance suspended" : "another process loads the instance");
        try
        {
            return await RunProcessAsync(
                new CrashPoints(0),
                host => isSuspended ? Task.FromResult(host.TakeSuspended(_definition, lost.Id)) : host.LoadAsync(_definition, lost.Id),
                cancellationToken).ConfigureAwait(false);
        }
        catch (InstanceCompleteException)
        {
            _steps.Add("the instance has ended, and its end was saved");
            return lost;
        }
    }

    /// <summary>Returns true if the instance is suspended. The next process must not load a suspended instance.</summary>
    private async Task<bool> IsSuspendedAsync(Guid instanceId, CancellationToken cancellationToken)
    {
        InstanceQuery query = new() { InstanceIds = [instanceId], IsSuspended = true };
        await foreach (InstanceSummary summary in _shared.QueryAsync(query, cancellationToken).ConfigureAwait(false))
        {
            return true;
        }

        return false;
    }

    private TestInstance Start(TestHost host) => host.Start(_definition, _options.Inputs);

    private async Task<TestInstance> RunProcessAsync(CrashPoints points, Func<TestHost, Task<TestInstance>> open, CancellationToken cancellationToken)
    {
        EffectLog effects = _effects.ForProcess();
        CrashingStore store = new(_shared, points) { Saved = () => _durable = _delivered };
        TestHost host = new(new TestHostOptions
        {
            Time = _time,
            Store = store,
            Messages = _messages,
            OperationTimeout = _options.OperationTimeout,
            Effects = effects,
            AddExtensions = _options.AddExtensions,
            Tracked = record => PassAfter(record, points),
        });
        await using (host.ConfigureAwait(false))
        {
            TestInstance instance = await open(host).ConfigureAwait(false);
            _traces.Add(instance.Trace);
            points.Lost = () =>
            {
                effects.Close();
                instance.Drop();
            };
            try
            {
                await RunScriptAsync(host, instance, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception) when (points.IsLost)
            {
                // Exceptions in the code of a lost process have no meaning, because the process no longer exists.
            }

            if (points.IsLost)
            {
                await store.GiveUpAsync().ConfigureAwait(false);
            }

            return instance;
        }
    }

    private async Task RunScriptAsync(TestHost host, TestInstance instance, CancellationToken cancellationToken)
    {
        while (_delivered < _options.Events.Count)
        {
            TestEvent next = _options.Events[_delivered];
            _steps.Add(next.ToString());
            await instance.RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
            if (next.Duration is { } duration)
            {
                await AdvanceAsync(host, duration, cancellationToken).ConfigureAwait(false);
                continue;
            }

            if (next.IsDone(instance) is { } isDone)
            {
                // The store keeps the effect of an operator's request at once. After a loss, the request is repeated only if its effect is missing: the process
                // may have been lost before or after the effect.
                if (!isDone || !_points.IsLost)
                {
                    await DeliverAsync(next, host, instance, cancellationToken).ConfigureAwait(false);
                }

                _durable = ++_delivered;
                continue;
            }

            // Incremented before the delivery, because the next save contains the effect of the event, and copies the count.
            _delivered++;
            await DeliverAsync(next, host, instance, cancellationToken).ConfigureAwait(false);
        }

        _steps.Add("run to the end");
        await instance.RunToEndAsync(cancellationToken).ConfigureAwait(false);
    }

    private static async Task DeliverAsync(TestEvent next, TestHost host, TestInstance instance, CancellationToken cancellationToken)
    {
        if (!await next.TryDeliverAsync(host, instance, cancellationToken).ConfigureAwait(false))
        {
            throw instance.Fail($"The event '{next}' cannot be delivered: {instance.WhatItWaitsFor()}.");
        }
    }

    /// <summary>
    /// Advances the clock to the end of the event. Time that has elapsed before a loss does not elapse again: the end is the same in the next process. The
    /// event counts as delivered when all of the time has elapsed.
    /// </summary>
    private async Task AdvanceAsync(TestHost host, TimeSpan duration, CancellationToken cancellationToken)
    {
        DateTimeOffset now = _time.GetUtcNow();
        DateTimeOffset end = _advancedTo[_delivered] ??= now + duration;
        await host.AdvanceAsync(end > now ? end - now : TimeSpan.Zero, cancellationToken).ConfigureAwait(false);
        _delivered++;
    }

    /// <summary>
    /// Passes a point after each work item that changed the state of an activity or resumed a bookmark. Waits are covered by the points around their saves.
    /// </summary>
    private static void PassAfter(TrackingRecord record, CrashPoints points)
    {
        switch (record)
        {
            case ActivityStateRecord { State: not ActivityStates.Executing } state:
                points.Pass($"after '{state.Activity.Name}' ({state.Activity.Id}) was {state.State}");
                break;
            case BookmarkResumptionRecord resumption:
                points.Pass($"after '{resumption.BookmarkName}' was resumed");
                break;
        }
    }
}
