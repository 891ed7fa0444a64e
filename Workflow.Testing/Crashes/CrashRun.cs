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

    /// <summary>The points that were passed; without a crash, all of them.</summary>
    public IReadOnlyList<string> Points => _points.Passed;

    /// <summary>Where the process was lost; null when it was not.</summary>
    public string? LostAt => _points.IsLost ? Points[^1] : null;

    /// <summary>How to replay the run.</summary>
    public IReadOnlyList<string> Steps => _steps;

    /// <summary>What each process did.</summary>
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

    /// <summary>An instance that is suspended is not loaded by the next process.</summary>
    private async Task<bool> IsSuspendedAsync(Guid instanceId, CancellationToken cancellationToken)
    {
        InstanceQuery query = new() { InstanceIds = [instanceId], IsSetAside = true };
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
                // What the code of a lost process meets does not exist.
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
                // A request of an operator is stored by itself, and is not repeated. Unless the process was lost before it answered: then it may have done what is asked for.
                if (!isDone || !_points.IsLost)
                {
                    await DeliverAsync(next, host, instance, cancellationToken).ConfigureAwait(false);
                }

                _durable = ++_delivered;
                continue;
            }

            // Before the delivery: the next save contains the effect of the event.
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

    /// <summary>Time that has passed does not pass again: the same event ends at the same time in the next process. Delivered when all of it has passed.</summary>
    private async Task AdvanceAsync(TestHost host, TimeSpan duration, CancellationToken cancellationToken)
    {
        DateTimeOffset now = _time.GetUtcNow();
        DateTimeOffset end = _advancedTo[_delivered] ??= now + duration;
        await host.AdvanceAsync(end > now ? end - now : TimeSpan.Zero, cancellationToken).ConfigureAwait(false);
        _delivered++;
    }

    /// <summary>A point after each work item that completed an activity or resumed one. Waits are covered by the points around their saves.</summary>
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
