using System.Diagnostics;
using Span = System.Diagnostics.Activity;

namespace Workflow.Tracking;

/// <summary>
/// One run of an instance, until it is idle, pauses or ends, as monitoring sees it: a span, and what the counters get. When nobody
/// watches, none is begun.
/// </summary>
internal sealed class Episode
{
    /// <summary>The outcome of an episode after which the instance waits for something from outside.</summary>
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

    /// <summary>Somebody wants to know of episodes.</summary>
    public static bool IsWatched =>
        IsTraced || InstanceMeter.Running.Enabled || InstanceMeter.WorkItems.Enabled
        || InstanceMeter.Started.Enabled || InstanceMeter.Ended.Enabled;

    /// <summary>Somebody wants spans.</summary>
    public static bool IsTraced => Source.HasListeners();

    /// <summary>Begins one; what runs now is inside its span. It is to be ended on the same thread.</summary>
    /// <param name="instance">The object that stands for the workflow instance in this process.</param>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="definition">The display name of its root.</param>
    /// <param name="isFirst">The instance begins with it.</param>
    public static Episode Begin(object instance, Guid instanceId, string definition, bool isFirst)
    {
        Episode episode = new(instance, definition);
        try
        {
            episode.Tell(instanceId, definition, isFirst);
        }
        catch
        {
            // A listener failed, which ends the instance; those who have counted it count it out.
            episode.GiveUp();
            throw;
        }

        return episode;
    }

    /// <summary>Ends it.</summary>
    /// <param name="outcome"><see cref="Idle"/> or "paused", or the state in which the instance ended.</param>
    /// <param name="workItems">How many items ran.</param>
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

    /// <summary>Ends one around which something failed. Does not fail.</summary>
    public void GiveUp()
    {
        try
        {
            End("aborted", 0);
        }
        catch (Exception)
        {
            // There is a reason for the end already.
        }
    }

    private void Tell(Guid instanceId, string definition, bool isFirst)
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

    /// <summary>Ends it, and the instance with it.</summary>
    /// <param name="state">How the instance ended: "closed", "canceled", "faulted" or "aborted".</param>
    /// <param name="failure">Why it was terminated or aborted; null otherwise.</param>
    /// <param name="workItems">How many items ran.</param>
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
