using System.Diagnostics;
using Span = System.Diagnostics.Activity;

namespace Workflow.Tracking;

/// <summary>
/// One run of an instance until it is idle, pauses or ends, as a span and values of counters. Without a listener, no
/// episode is created.
/// </summary>
internal sealed class Episode
{
    /// <summary>The outcome of an episode after which the instance waits for external input.</summary>
    public const string Idle = "idle";

    private static readonly ActivitySource Source = new(InstanceMeter.Name, InstanceMeter.Version);

    private Span? _span;
    private readonly KeyValuePair<string, object?> _definition;
    private readonly bool _countsAsRunning;
    private readonly object _instance;

    private Episode(object instance, string definition)
    {
        _instance = instance;
        _definition = InstanceMeter.DefinitionTag(definition);
        _countsAsRunning = InstanceMeter.Running.Enabled;
    }

    /// <summary>True if there is a listener for spans or a counter.</summary>
    public static bool IsMonitored =>
        IsTraced || InstanceMeter.Running.Enabled || InstanceMeter.WorkItems.Enabled
        || InstanceMeter.Started.Enabled || InstanceMeter.Ended.Enabled;

    /// <summary>True if there is a listener for spans.</summary>
    public static bool IsTraced => Source.HasListeners();

    /// <summary>Begins an episode. Its span becomes the current span, so the episode must end on the same thread.</summary>
    /// <param name="instance">The object that represents the workflow instance in this process.</param>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="definition">The display name of the root.</param>
    /// <param name="isFirst">True for the first episode of the instance.</param>
    public static Episode Begin(object instance, Guid instanceId, string definition, bool isFirst)
    {
        Episode episode = new(instance, definition);
        try
        {
            episode.Start(instanceId, definition, isFirst);
        }
        catch
        {
            // A listener failed, which ends the instance. Counters that were incremented must be decremented.
            episode.GiveUp();
            throw;
        }

        return episode;
    }

    /// <summary>Ends the episode.</summary>
    /// <param name="outcome"><see cref="Idle"/> or "paused", or the state in which the instance ended.</param>
    /// <param name="workItems">The number of work items that ran.</param>
    public void End(string outcome, long workItems)
    {
        try
        {
            if (_countsAsRunning)
            {
                InstanceMeter.Running.Add(-1, _definition);
            }

            InstanceMeter.WorkItems.Add(workItems, _definition);
        }
        finally
        {
            if (outcome == Idle)
            {
                SpanTrail.ForgetCaller(_instance);
            }

            _span?.SetTag("workflow.episode.outcome", outcome);
            _span?.Dispose();
        }
    }

    /// <summary>Ends the episode after a failure. Does not throw.</summary>
    public void GiveUp()
    {
        try
        {
            End("aborted", 0);
        }
        catch (Exception)
        {
            // The instance already ends for another failure.
        }
    }

    private void Start(Guid instanceId, string definition, bool isFirst)
    {
        if (_countsAsRunning)
        {
            InstanceMeter.Running.Add(1, _definition);
        }

        if (isFirst)
        {
            InstanceMeter.Started.Add(1, _definition);
        }

        _span = SpanTrail.Start(Source, _instance, isFirst);
        _span?.SetTag("workflow.instance.id", instanceId).SetTag(_definition.Key, definition);
    }

    /// <summary>Ends the episode and the instance.</summary>
    /// <param name="state">The state of the instance: "closed", "canceled", "faulted" or "aborted".</param>
    /// <param name="failure">The reason of a termination or abort; null otherwise.</param>
    /// <param name="workItems">The number of work items that ran.</param>
    public void EndInstance(string state, Exception? failure, long workItems)
    {
        try
        {
            InstanceMeter.Ended.Add(1, _definition, new KeyValuePair<string, object?>("workflow.state", state));
            if (failure is not null)
            {
                _span?.SetStatus(ActivityStatusCode.Error, failure.Message).AddException(failure);
            }
        }
        finally
        {
            End(state, workItems);
        }
    }
}
