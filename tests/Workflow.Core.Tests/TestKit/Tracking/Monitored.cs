using System.Diagnostics;
using System.Diagnostics.Metrics;
using Span = System.Diagnostics.Activity;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Collects the measurements and spans of one definition or participant. Each test uses its own name, so that other tests do not interfere.</summary>
internal sealed class Monitored : IDisposable
{
    private readonly string _definition;
    private readonly Lock _gate = new();
    private readonly List<string> _measurements = [];
    private readonly List<Span> _spans = [];
    private readonly MeterListener _meters = new();
    private readonly ActivityListener _activities;

    public Monitored(string definition)
    {
        _definition = definition;
        _meters.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == "Workflow")
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _meters.SetMeasurementEventCallback<long>(OnMeasured);
        _meters.Start();
        _activities = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "Workflow",
            Sample = (ref ActivityCreationOptions<System.Diagnostics.ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = OnStopped,
        };
        ActivitySource.AddActivityListener(_activities);
    }

    /// <summary>
    /// The measurements, as "instrument value" or "instrument value state", without those of work items, whose sum is <see cref="WorkItems"/>.
    /// </summary>
    public string[] Measurements
    {
        get
        {
            lock (_gate)
            {
                return [.. _measurements];
            }
        }
    }

    public long WorkItems { get; private set; }

    public Span[] Spans
    {
        get
        {
            lock (_gate)
            {
                return [.. _spans];
            }
        }
    }

    public void Dispose()
    {
        _meters.Dispose();
        _activities.Dispose();
    }

    private void OnMeasured(Instrument instrument, long measurement, ReadOnlySpan<KeyValuePair<string, object?>> tags, object? state)
    {
        string? definition = null;
        string suffix = "";
        foreach ((string key, object? value) in tags)
        {
            if (key is "workflow.definition" or "workflow.participant")
            {
                definition = (string?)value;
            }
            else
            {
                suffix += $" {value}";
            }
        }

        if (definition != _definition)
        {
            return;
        }

        lock (_gate)
        {
            if (instrument.Name == "workflow.work_items")
            {
                WorkItems += measurement;
            }
            else
            {
                _measurements.Add($"{instrument.Name["workflow.".Length..]} {measurement}{suffix}");
            }
        }
    }

    private void OnStopped(Span span)
    {
        if (Equals(span.GetTagItem("workflow.definition"), _definition))
        {
            lock (_gate)
            {
                _spans.Add(span);
            }
        }
    }
}
